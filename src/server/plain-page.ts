import { escaped } from './xml.ts'

/**
 * Returns a small page that needs neither React nor scripts: an error of the renderer, a bad address, the button of a mail's link. The
 * body is HTML. Its stylesheet is a file of the build (`web/ui/plain.css`); without it the page can be read as well.
 */
export const plainPage = ({ title, body }: { title: string; body: string }): string =>
  `<!DOCTYPE html><html lang="en" data-theme="system"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escaped(title)}</title><link rel="stylesheet" href="/plain.css"><main>${body}</main></html>`
