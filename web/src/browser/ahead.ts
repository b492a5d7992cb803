/** Parts that are loaded before they are shown: even one that has come costs some frames more if it is loaded again. */
const come = new Map<unknown, unknown>();

export const ahead = async (load: () => Promise<unknown>): Promise<unknown> => come.set(load, await load());

/** What `load` brings, at once if it has been loaded ahead. */
export const part = <Part>(load: () => Promise<Part>): Part | Promise<Part> =>
  (come.get(load) as Part | undefined) ?? load();
