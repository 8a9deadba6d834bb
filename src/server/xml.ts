/** XML 1.0 has no form for these characters, not even an escaped one. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Returns text for an XML document: escaped, and without the characters that XML cannot hold. */
export const xmlText = (text: string): string => escaped(text.replace(NOT_IN_XML, ''))

/** Returns plain text for HTML or XML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] as string)
