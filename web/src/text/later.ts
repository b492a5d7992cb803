/** Where the texts are that no page begins with (`build/later.ts`), next to the others of their language. */
export const laterOf = (address: string): string => address.replace(/\.json$/, ".later.json");
