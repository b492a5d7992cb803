/** When the page stands: what nobody waits for comes after that, so that a first load is small. */
const AFTER_MS = 2000;

export const rested = new Promise((resolve) => setTimeout(resolve, AFTER_MS));
