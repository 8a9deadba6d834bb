/** Returns whether two values of a form are the same, such as what is typed and what the form began with. */
export const hasSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
