import { expect, test } from 'vitest'
import { readUpload } from './request-body.ts'

const LIMIT = { mostBytes: 100_000, tooLarge: 'The file is too large' }
const TYPE = 'multipart/form-data; boundary=cut'
const HEAD = '--cut\r\nContent-Disposition: form-data; name="file"; filename="games.csv"\r\n\r\n'
const END = '\r\n--cut--\r\n'

/** Makes an upload of these parts, which arrive one after the other; an error breaks it off. */
function uploadOf(parts: Iterable<string | Error>, headers: Record<string, string> = {}) {
  const source = parts[Symbol.iterator]()
  let asked = 0
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      asked += 1
      const { value, done } = source.next()
      if (done) stream.close()
      else if (value instanceof Error) stream.error(value)
      else stream.enqueue(Buffer.from(value))
    },
  })
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': TYPE, ...headers } }
  return { request: new Request('http://localhost/', init as RequestInit), asked: () => asked }
}
const read = async (request: Request) => {
  const { file } = await readUpload(request, LIMIT)
  return file && Buffer.from(file).toString()
}

test('a file arrives in parts, whatever length is declared', async () => {
  for (const headers of [{}, { 'content-length': '90000' }, { 'content-length': '3' }, { 'content-length': 'x' }])
    expect(await read(uploadOf([HEAD.slice(0, 50), HEAD.slice(50), 'a,b\n', '1,2\n', END], headers).request)).toBe(
      'a,b\n1,2\n',
    )
})

test('an upload that breaks off is refused', async () => {
  for (const headers of [{}, { 'content-length': '90000' }])
    await expect(read(uploadOf([HEAD, 'a,b', new Error('gone')], headers).request)).rejects.toMatchObject({
      code: 'body_incomplete',
    })
})

test('an upload of which nothing more arrives is ended', async () => {
  let isLeft = false
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(Buffer.from(HEAD)),
    cancel() {
      isLeft = true
    },
  })
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': TYPE } }
  const reading = readUpload(new Request('http://localhost/', init as RequestInit), LIMIT, 20)
  await expect(reading).rejects.toMatchObject({ code: 'body_incomplete' })
  expect(isLeft).toBe(true)
})

test('an upload without a declared length is read no further than its limit', async () => {
  const endless = function* () {
    yield HEAD
    for (;;) yield 'x'.repeat(50_000)
  }
  const { request, asked } = uploadOf(endless())
  await expect(read(request)).rejects.toMatchObject({ code: 'body_too_large', message: LIMIT.tooLarge })
  expect(asked()).toBeLessThan(10)
})

test('an upload that declares more than its limit is not read, and one byte too many is refused', async () => {
  const { request, asked } = uploadOf([HEAD, END], { 'content-length': '2000000' })
  await expect(read(request)).rejects.toMatchObject({ code: 'body_too_large' })
  expect(asked()).toBeLessThan(2)
  const most = 'x'.repeat(LIMIT.mostBytes)
  expect(await read(uploadOf([HEAD, most, END]).request)).toBe(most)
  await expect(read(uploadOf([HEAD, most, 'x', END]).request)).rejects.toMatchObject({ code: 'body_too_large' })
})

test('another content type brings no file, and no form is refused', async () => {
  for (const type of ['text/csv', 'application/json', 'multipart/mixed; boundary=cut'])
    expect(await read(uploadOf([HEAD, 'x', END], { 'content-type': type }).request)).toBeNull()
  await expect(read(uploadOf(['a,b\n1,2\n']).request)).rejects.toMatchObject({ code: 'invalid_form' })
})
