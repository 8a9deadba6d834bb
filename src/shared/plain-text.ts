const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Returns the plain text of sanitised HTML (`server/safe-html.ts`), with a line break for each `<br />` and block. */
export const plainTextOf = (html: string): string =>
  html
    .replace(/<br \/>|<\/(?:p|li|ul|ol|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] as string)
    .trim()
