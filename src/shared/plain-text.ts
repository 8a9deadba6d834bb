const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/**
 * Returns the plain text of HTML that the server has sanitised, with a line break for each `<br />` and block. Only a
 * tag has `<` there, and no other entities are left.
 */
export const plainTextOf = (html: string): string =>
  html
    .replace(/<br \/>|<\/(?:p|li|ul|ol|blockquote|h[2-4]|pre|t[dhr])>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] as string)
    .trim()

/** Returns the same on one line. */
export const oneLineOf = (html: string): string => plainTextOf(html).replace(/\s+/g, ' ')
