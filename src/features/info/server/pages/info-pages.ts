import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { PROJECT_FOLDER } from '#db/project-folder.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { readMarkdown } from '#server/markdown.ts'
import { BROWSER_STORAGE } from '#shared/browser-storage.ts'
import { counted } from '#shared/counted.ts'
import type { InfoPage } from '../../info.contract.ts'
import { CLOSED_MESSAGE_DAYS, INFO_PAGES, type InfoPageName } from '../../info.rules.ts'
import { UNTIL_SIGN_OUT, UNTIL_TAB_CLOSES } from '../../info.texts.ts'

const BUILT_IN = join(PROJECT_FOLDER, 'src/features/info/pages')

/** The size limit of an operator's page. */
const MAX_BYTES = 200 * 1024

/** A page file that cannot be shown; its message is a sentence for the operator. */
class PageFileError extends Error {
  override name = 'PageFileError'
}

export type InfoPages = Readonly<Record<InfoPageName, InfoPage>>

/**
 * Reads the info pages (G17). An operator's file `DATA_DIR/pages/<name>.md` replaces the built-in text. A file that
 * cannot be shown is named in the log at once, and the built-in text stays. A built-in text is read when it is first
 * asked for, because all of them would take a twentieth of a start.
 */
export function readInfoPages(deps: { config: Pick<Config, 'dataDir' | 'productName'>; log: Log }): InfoPages {
  const { config, log } = deps
  for (const file of namelessFiles(join(config.dataDir, 'pages')))
    log.error({ file }, `no info page has this name: the pages are ${FILE_NAMES.join(', ')}`)
  const pages = {}
  for (const name of INFO_PAGES) {
    let page = operatorsPage(name, deps)
    const get = () => (page ??= builtInPage(name, config))
    Object.defineProperty(pages, name, { enumerable: true, get })
  }
  return pages as InfoPages
}

/** Returns null, too, for a file that cannot be shown, after it has been logged. */
function operatorsPage(
  name: InfoPageName,
  { config, log }: { config: Pick<Config, 'dataDir' | 'productName'>; log: Log },
): InfoPage | null {
  const file = join(config.dataDir, 'pages', `${name}.md`)
  try {
    // A link that leads nowhere is no missing file: its operator expects the page.
    if (!lstatSync(file, { throwIfNoEntry: false })) return null
    const stored = statSync(file)
    if (!stored.isFile()) throw new PageFileError('It is no file.')
    if (stored.size > MAX_BYTES) throw new PageFileError('It is larger than 200 kB.')
    const page = parseInfoPage(name, textOf(file), { ...config, updated: stored.mtime })
    log.info({ file }, 'an info page is the operator’s own')
    return page
  } catch (error) {
    log.error({ err: error, file }, 'cannot show this page file, so the built-in page is shown')
    return null
  }
}

function builtInPage(name: InfoPageName, config: Pick<Config, 'productName'>): InfoPage {
  const file = join(BUILT_IN, `${name}.md`)
  return parseInfoPage(name, textOf(file), { ...config, updated: statSync(file).mtime })
}

const FILE_NAMES = INFO_PAGES.map((name) => `${name}.md`)

/** Returns the Markdown files of the folder that no page reads, such as `Privacy.md` or `term.md`. */
function namelessFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /\.(?:md|markdown)$/i.test(name) && !FILE_NAMES.includes(name))
    return names.map((name) => join(folder, name))
  } catch {
    // There is no folder, or each file says why it cannot be read.
    return []
  }
}

function textOf(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    if (error instanceof TypeError) throw new PageFileError('It is not UTF-8 text.')
    throw error
  }
}

const UPDATED = /^Last updated: (\d{4}-\d{2}-\d{2})\s*$/m

/**
 * Parses a page: a title (`# Title`), optionally a line `Last updated: YYYY-MM-DD`, an introduction, and sections
 * (`## Title`). `{{productName}}`, `{{cookies}}` (the table of everything that is stored in a browser) and
 * `{{closedMessageDays}}` are filled in. Throws a PageFileError with a sentence.
 */
function parseInfoPage(
  name: InfoPageName,
  text: string,
  { productName, updated }: { productName: string; updated: Date },
): InfoPage {
  const day = UPDATED.exec(text)?.[1]
  if (day !== undefined && !z.iso.date().safeParse(day).success) throw new PageFileError(`${day} is no date.`)
  const filled = text
    .replace(UPDATED, '')
    .replaceAll('{{productName}}', productName)
    .replaceAll('{{closedMessageDays}}', String(CLOSED_MESSAGE_DAYS))
    .replaceAll('{{cookies}}', cookieTable())
  const { title, introduction, sections } = readMarkdown(filled)
  if (!title) throw new PageFileError('Its first line must be a title, such as “# Terms of use”.')
  if (introduction === '' && sections.length === 0) throw new PageFileError('It has no text below its title.')
  return { name, title, updated: day ?? updated.toISOString().slice(0, 10), introduction, sections }
}

/** Returns the table of cookies and other stored items, from the one list in the code (G17, G50). */
function cookieTable(): string {
  const rows = Object.entries(BROWSER_STORAGE).map(
    ([name, { in: where, needs, seconds, purpose }]) =>
      `| \`${name}\` | ${WHERE[where]} | ${where === 'device' ? UNTIL_SIGN_OUT : lifetimeOf(seconds)} | ${NEEDS[needs]} | ${purpose} |`,
  )
  return ['| Name | Stored as | For | Consent | Purpose |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
}

const WHERE = { cookie: 'Cookie', storage: 'Local storage', tab: 'This tab only', device: 'On the device' } as const
const NEEDS = { essential: 'Not needed', functional: 'Functional', analytics: 'Analytics', all: 'All' } as const

function lifetimeOf(seconds: number | null): string {
  if (seconds === null) return UNTIL_TAB_CLOSES
  const units = [
    [24 * 3600, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const
  const [size, unit] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, 'second']
  const count = seconds / size
  return counted(count, unit)
}
