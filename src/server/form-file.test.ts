import { expect, test } from 'vitest'
import { fileInForm } from './form-file.ts'

const TYPE = 'multipart/form-data; boundary=cut'
const form = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1')
const HEAD = 'Content-Disposition: form-data; name="file"; filename="games.csv"'
const textOf = (file: Uint8Array | null | undefined) => file && Buffer.from(file).toString('latin1')

test('the file of a form as browsers and scripts write it', async () => {
  for (const bytes of [
    Buffer.from('a,b\r\n1,2\r\n--cu\r\n--'),
    Buffer.from([0, 255, 13, 10, 45, 45]),
    Buffer.alloc(300_000, 7),
  ]) {
    const data = new FormData()
    data.set('other', 'text')
    data.set('file', new File([bytes], 'a "b"; name=x.csv', { type: 'text/csv' }))
    data.set('after', 'more')
    const request = new Request('http://localhost/', { method: 'POST', body: data })
    const type = request.headers.get('content-type') ?? ''
    const found = fileInForm(Buffer.from(await request.arrayBuffer()), type)
    expect(found && Buffer.from(found).equals(bytes)).toBe(true)
  }
  expect(textOf(fileInForm(form('--cut', HEAD, 'Content-Type: text/csv', '', 'x', '--cut--', ''), TYPE))).toBe('x')
  expect(textOf(fileInForm(form('--cut', HEAD, '', '', '--cut--'), `${TYPE}; charset=utf-8`))).toBe('')
  const quoted = 'multipart/form-data; charset=utf-8; boundary="a b"'
  const swapped = 'content-disposition: form-data; filename="x"; name="file"'
  expect(textOf(fileInForm(form('--a b', swapped, '', 'x', '--a b--'), quoted))).toBe('x')
})

test.each([
  ['another field', 'Content-Disposition: form-data; name="files"; filename="x"'],
  ['a text of this name', 'Content-Disposition: form-data; name="file"'],
  ['a file of this name in another field', 'Content-Disposition: form-data; name="x"; filename="file"'],
])('%s is not the file', (_, head) => {
  expect(fileInForm(form('--cut', head, '', 'x', '--cut--', ''), TYPE)).toBeNull()
})

test('a form has at most a hundred parts', () => {
  const parts = (count: number) => Array.from({ length: count }, () => ['--cut', '', '']).flat()
  expect(textOf(fileInForm(form(...parts(99), '--cut', HEAD, '', 'x', '--cut--'), TYPE))).toBe('x')
  expect(fileInForm(form('--cut', HEAD, '', 'x', ...parts(100), '--cut--'), TYPE)).toBeUndefined()
})

test('an empty form has no file', () => {
  expect(fileInForm(form('--cut--', ''), TYPE)).toBeNull()
})

test.each([
  ['no boundary', form('--cut', HEAD, '', 'x', '--cut--'), 'multipart/form-data'],
  ['another boundary', form('--other', HEAD, '', 'x', '--other--'), TYPE],
  ['something before it', form('x', '--cut', HEAD, '', 'x', '--cut--'), TYPE],
  ['no end', form('--cut', HEAD, '', 'x'), TYPE],
  ['no content', form('--cut', HEAD), TYPE],
  ['endless headers', form('--cut', HEAD, `x: ${'y'.repeat(5000)}`, '', 'x', '--cut--'), TYPE],
  ['nothing', Buffer.alloc(0), TYPE],
])('%s is no form', (_, body, type) => {
  expect(fileInForm(body, type)).toBeUndefined()
})
