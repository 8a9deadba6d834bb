import { escaped } from '#server/xml.ts'

/** The content of a mail without its layout. All values are plain text and untrusted. */
export interface MailContent {
  subject: string
  /** The preview line beside the subject in a list of mails. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** A list whose lines lead somewhere. */
  lines?: readonly Link[]
  action?: Link
  /** The small print at the end, and the links in it. */
  footnote: string
  footnoteLinks?: readonly Link[]
}

interface Link {
  label: string
  url: string
}

const FONT = "font-family:Archivo,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/**
 * Renders a mail as text and as HTML. The HTML uses tables and inline styles, which all mail clients support, and loads
 * nothing.
 */
export function renderMail(productName: string, home: string, content: MailContent): { text: string; html: string } {
  return { text: textOf(productName, home, content), html: htmlOf(productName, home, content) }
}

function textOf(productName: string, home: string, content: MailContent): string {
  const { heading, paragraphs, lines = [], action, footnote, footnoteLinks = [] } = content
  const text = [heading, '', ...paragraphs.flatMap((paragraph) => [paragraph, ''])]
  for (const { label, url } of lines) text.push(`- ${label}`, `  ${url}`, '')
  if (action) text.push(`${action.label}:`, action.url, '')
  text.push('-- ', footnote, ...footnoteLinks.map(({ label, url }) => `${label}: ${url}`), `${productName} · ${home}`)
  return text.join('\n')
}

const linesOf = (lines: readonly Link[]): string =>
  lines
    .map(
      ({ label, url }) =>
        `<p style="margin:0;padding:12px 0;border-top:1px solid #8fa0a055;${FONT};font-size:16px;line-height:24px;overflow-wrap:anywhere;word-break:break-word"><a class="t1" href="${escaped(url)}" style="color:#101b1e;text-decoration:none"><bdi>${escaped(label)}</bdi></a></p>`,
    )
    .join('\n')

const footnoteLinksOf = (links: readonly Link[]): string =>
  links
    .map(({ label, url }) => `<a class="t2" href="${escaped(url)}" style="color:#3d4e51">${escaped(label)}</a>`)
    .join(' &#183; ')

function htmlOf(productName: string, home: string, content: MailContent): string {
  const { subject, preheader, heading, paragraphs, lines = [], action, footnote, footnoteLinks = [] } = content
  const text = paragraphs
    .map(
      (paragraph) =>
        `<p class="t2" style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#3d4e51;overflow-wrap:anywhere;word-break:break-word">${escaped(paragraph)}</p>`,
    )
    .join('\n')
  const button = action
    ? `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td style="background:#ffd33d;border-radius:6px"><a href="${escaped(action.url)}" style="display:inline-block;padding:13px 22px;${FONT};font-size:16px;line-height:20px;font-weight:700;color:#151a1b;text-decoration:none">${escaped(action.label)}</a></td></tr></table>
<p class="t3" style="margin:0;${FONT};font-size:13px;line-height:20px;color:#4e5f61">If the button does nothing, copy this address into your browser:<br><a class="t2" href="${escaped(action.url)}" style="color:#3d4e51;word-break:break-all">${escaped(action.url)}</a></p>`
    : ''
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .bg { background: #0e1618 !important }
  .card { background: #152023 !important; border-color: #27373a !important }
  .t1 { color: #f0f4f1 !important }
  .t2 { color: #b4c2c0 !important }
  .t3 { color: #8fa0a0 !important }
  .mark { color: #ffd33d !important }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important } }
</style>
</head>
<body class="bg" style="margin:0;padding:0;background:#f1f5f4">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preheader)}${'&#8199;&#65279;'.repeat(40)}</div>
<table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f1f5f4"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px"><a class="t1" href="${escaped(home)}" style="${FONT};font-size:20px;line-height:28px;font-weight:800;color:#101b1e;text-decoration:none"><span class="mark" style="color:#7a5a00">&#9670;</span>&nbsp;${escaped(productName)}</a></td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #cfdad9;border-radius:10px;padding:32px">
<h1 class="t1" style="margin:0 0 16px;${FONT};font-size:26px;line-height:32px;font-weight:800;color:#101b1e">${escaped(heading)}</h1>
${text}
${linesOf(lines)}
${button}
</td></tr>
<tr><td class="t3" style="padding:16px 4px 0;${FONT};font-size:13px;line-height:20px;color:#4e5f61">${escaped(footnote)}${footnoteLinks.length > 0 ? `<br>${footnoteLinksOf(footnoteLinks)}` : ''}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}
