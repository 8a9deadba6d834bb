import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { readInfoPages } from './info-pages.ts'

let dataDir: string
let logged = ''

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'savepoint-pages-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  mkdirSync(join(dataDir, 'pages'))
  logged = ''
})

const log = createLog('info', {
  write: (line) => {
    logged += line
  },
})
const write = (content: string | Uint8Array, name = 'terms') =>
  writeFileSync(join(dataDir, 'pages', `${name}.md`), content)
const read = () => readInfoPages({ config: { dataDir, productName: 'Savepoint' }, log })

describe('an operator’s page', () => {
  test('replaces the built-in one, and the others stay', () => {
    const builtIn = read()
    write('# House rules\n\nLast updated: 2026-02-03\n\nBe kind.\n\n## One\n\nFirst.\n')
    const pages = read()
    expect(pages.terms).toEqual({
      name: 'terms',
      title: 'House rules',
      updated: '2026-02-03',
      introduction: '<p>Be kind.</p>',
      sections: [{ id: 'one', title: 'One', html: '<p>First.</p>' }],
    })
    expect(pages.privacy).toEqual(builtIn.privacy)
    expect(logged).toContain('terms.md')
  })

  test('without a date has the day of its file', () => {
    write('# Rules\n\nBe kind.')
    expect(read().terms.updated).toBe(new Date().toISOString().slice(0, 10))
  })

  test.each([
    ['without a title', 'Be kind.'],
    ['with an empty title', '#\n\nBe kind.'],
    ['without text', '# Rules\n'],
    ['that is empty', ''],
    ['with a month that does not exist', '# Rules\n\nLast updated: 2026-13-40\n\nBe kind.'],
    ['with a day that does not exist', '# Rules\n\nLast updated: 2026-02-30\n\nBe kind.'],
    ['that is not UTF-8', new Uint8Array([0x23, 0x20, 0xff, 0xfe])],
    ['of more than 200 kB', `# Rules\n\n${'x'.repeat(200 * 1024)}`],
  ])('%s is named in the log, and the built-in page is shown', (_, content) => {
    write(content)
    expect(read().terms.title).toBe('Terms of use')
    expect(logged).toContain('"level":"error"')
    expect(logged).toContain('terms.md')
  })

  test('that is a folder is named in the log, and the built-in page is shown', () => {
    mkdirSync(join(dataDir, 'pages', 'faq.md'))
    expect(read().faq.title).toBe('Questions and answers')
    expect(logged).toContain('It is no file.')
  })

  test.each(['terms.md', 'nowhere.md'])(
    'that is a link to %s, which cannot be read, is named in the log, and the built-in page is shown',
    (target) => {
      symlinkSync(target, join(dataDir, 'pages', 'terms.md'))
      expect(read().terms.title).toBe('Terms of use')
      expect(logged).toContain('"level":"error"')
      expect(logged).toContain('terms.md')
    },
  )

  test.each(['Privacy', 'term'])('with the name %s, which no page has, is named in the log', (name) => {
    write('# Mine\n\nBe kind.', name)
    writeFileSync(join(dataDir, 'pages', 'notes.txt'), 'Notes')
    read()
    expect(logged).toContain(`${name}.md`)
    expect(logged).toContain('the pages are about.md, faq.md, privacy.md, terms.md')
    expect(logged).not.toContain('notes')
  })
})
