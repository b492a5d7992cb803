/** The colours of groups on a family's own board, in place of the page's. */
const OWN = "colour.";
let coloured: string[] = [];

/** Colour the groups as `colour.GROUP` says, all others as the page does. */
export function colourGroups(own: Readonly<Record<string, string>>): void {
  const { style } = document.documentElement;
  for (const name of coloured) style.removeProperty(name);
  const chosen = Object.entries(own).filter(([key]) => key.startsWith(OWN));
  coloured = chosen.map(([key]) => `--group-${key.slice(OWN.length)}`);
  chosen.forEach(([, colour], i) => style.setProperty(coloured[i]!, colour));
}
