/**
 * Finds the file of a form (multipart/form-data, RFC 7578): the bytes of its field `file`, in the memory of the body. Returns
 * null without such a field, and undefined for a body that is no form. The parser of the platform would copy the body several
 * times, and give the last copy back only when all garbage is collected: memory of an upload of 21 MB, 140 MB. A form of more
 * than a hundred parts is no form: nothing else runs while it is read, and a body has room for millions.
 */
export function fileInForm(body: Buffer, contentType: string): Uint8Array | null | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  // The first delimiter stands at the beginning.
  let end = body.indexOf(delimiter.subarray(2)) - 2
  if (end !== -2) return undefined
  let file: Uint8Array | null = null
  for (let parts = 0; parts <= MAX_PARTS; parts += 1) {
    const start = end + delimiter.length
    if (body.toString('latin1', start, start + 2) === '--') return file
    const headersEnd = body.indexOf('\r\n\r\n', start)
    end = headersEnd === -1 ? -1 : body.indexOf(delimiter, headersEnd + 2)
    if (end === -1 || headersEnd - start > MAX_HEADERS) return undefined
    const headers = body.toString('utf8', start, headersEnd)
    if (isFile(headers)) file ??= body.subarray(headersEnd + 4, Math.max(end, headersEnd + 4))
  }
  return undefined
}

const MAX_PARTS = 100
const MAX_HEADERS = 4096
/** Whether these headers are of the file: a text of the same name has no name of a file. */
function isFile(headers: string): boolean {
  const parameters = /^content-disposition:\s*form-data(;[^\r\n]*)/im.exec(headers)?.[1] ?? ''
  return /;\s*name="file"/i.test(parameters) && /;\s*filename\*?=/i.test(parameters)
}
