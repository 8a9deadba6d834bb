/** Escapes a text for `like` and `ilike`, so that it stands for itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
