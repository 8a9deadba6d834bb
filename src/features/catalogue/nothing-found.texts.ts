/** For a search by name without results, and what the text may mean instead. */
export const NOTHING_BY_NAME = 'Nothing by that name'
export const didYouMeanText = (name: string) => `Did you mean ${name}?`
