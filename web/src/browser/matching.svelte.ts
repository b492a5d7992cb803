/** Whether the page is laid out as a media query says; it follows when a tablet is turned. */
export function matching(query: string): () => boolean {
  const list = matchMedia(query);
  let matches = $state(list.matches);
  $effect(() => {
    list.onchange = () => (matches = list.matches);
    return () => (list.onchange = null);
  });
  return () => matches;
}
