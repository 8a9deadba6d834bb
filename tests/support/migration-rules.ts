import { type MigrationFile, statementsOf } from '../../src/db/migration-files.ts'

/** What a migration may refer to. */
export interface Known {
  /** All migrations, in order. */
  names: readonly string[]
  longMigrations: readonly string[]
  /** The newest migration of each release, the newest release first. */
  releases: readonly string[]
}

/** Returns the newest migration of each release that the changelog names, the newest release first. */
export const releasesIn = (changelog: string): string[] =>
  [...changelog.matchAll(/Its newest migration is `([\w-]+)`/g)].map(([, name]) => `${name}.sql`)

const FIRST_LINE =
  'The first line must be `-- expansion`, `-- expansion, concurrently` or `-- contraction after NAME` (CONTRIBUTING.md says which)'
const DROPS =
  'A contraction of a later release drops what no version uses any more; the version before still runs while this one migrates'
const INDEX =
  'Make the index in a file that begins with `-- expansion, concurrently`; any other way nobody can write while it is made'
const CONSTRAINT = 'Add the constraint as not valid, and let a long migration or a later file validate it'
const ROWS = 'Change rows in a long migration (src/db/long-migrations.ts), in batches beside the app'

/** Statements that stop the version before, or lock a table for as long as it has rows, and what to do instead. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/^drop\b|^alter table\b.*\bdrop (?!not null|default\b)/, DROPS],
  [/^alter\b.*\brename\b/, 'Add the new name beside the old one, write both, and drop the old one in a contraction'],
  [
    /\balter (?:column )?\S+ (?:set data )?type\b/,
    'Add a column of the new type, write both, and drop the old one in a contraction',
  ],
  [
    /\bset not null\b/,
    'Add a check that is not valid, validate it in a later file, and set not null in the file after that',
  ],
  [
    /\badd (?:column )?(?!constraint\b)(?:if not exists )?\S+ (?!.*\bdefault\b).*\bnot null\b/,
    'Give the column a default, because the version before writes rows without it',
  ],
  [
    /\badd (?:column )?.*\bdefault\b.*\b(?:uuidv[47]|gen_random_uuid|random|nextval|clock_timestamp) ?\(/,
    'A default that differs for each row rewrites the table; add the column without it, set the default, and fill it in a long migration',
  ],
  [
    /\badd (?:column )?.*\bgenerated always as\b.*\bstored\b/,
    'A stored column rewrites the table; let a trigger fill a plain column, and a long migration the rows that are there',
  ],
  [/^create (?:unique )?index\b|\badd (?:constraint \S+ )?(?:unique|primary key|exclude)\b/, INDEX],
  [/\badd (?:constraint \S+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/, CONSTRAINT],
  [/^update\b|^delete from\b|^insert into\b.*\bselect\b.*\bfrom\b|^merge into\b/, ROWS],
  [/^(?:truncate|vacuum|cluster|reindex|lock)\b/, 'This rewrites or locks a whole table'],
]

/** Returns what is wrong with a migration, each in a sentence that says what to do instead. */
export function problemsOf(file: MigrationFile, known: Known): string[] {
  const found =
    file.kind === 'unmarked'
      ? [FIRST_LINE]
      : file.kind === 'contraction'
        ? problemsOfContraction(file, known)
        : file.isConcurrent
          ? problemsOfIndexes(file)
          : problemsOfExpansion(file)
  return found.map((sentence) => `${file.name}: ${sentence}.`)
}

function problemsOfContraction({ needs, waitsFor }: MigrationFile, known: Known): string[] {
  const found: string[] = []
  if (needs === null || !known.names.includes(needs)) found.push(`There is no migration ${needs}`)
  // Before the first release every node stops for an update (CHANGELOG.md).
  else if (known.releases[0] !== undefined && needs > known.releases[0])
    found.push(
      `${needs} is not in a release yet, so the version before still uses what this takes away; put it into the next release`,
    )
  if (waitsFor !== null && !known.longMigrations.includes(waitsFor))
    found.push(`There is no long migration ${waitsFor} in src/db/long-migrations.ts`)
  return found
}

function problemsOfIndexes(file: MigrationFile): string[] {
  let dropped: string | undefined
  const isGood = statementsOf(file).every((statement) => {
    const made = /^create (?:unique )?index concurrently (\S+)/i.exec(statement)?.[1]
    if (made !== undefined) return made === dropped
    dropped = /^drop index concurrently if exists (\S+)$/i.exec(statement)?.[1]
    return dropped !== undefined
  })
  return isGood
    ? []
    : [
        'A file for indexes has only pairs of `drop index concurrently if exists X` and `create index concurrently X`, so that it can begin again',
      ]
}

function problemsOfExpansion({ sql }: MigrationFile): string[] {
  const statements = splitStatements(sql)
  const made = new Set(
    statements.flatMap((text) => /^create (?:unlogged )?table (?:if not exists )?(\S+)/.exec(text)?.[1] ?? []),
  )
  // A table of the same file has no rows and no readers.
  const isOfNewTable = (text: string) => {
    const table =
      /^(?:alter table|update|delete from|insert into|truncate)(?: only)? (\S+)|^create (?:unique )?index \S+ on (\S+)/.exec(
        text,
      )
    return table !== null && made.has((table[1] ?? table[2]) as string)
  }
  return statements
    .filter((text) => !isOfNewTable(text))
    .flatMap((text) => FORBIDDEN.find(([pattern]) => pattern.test(text))?.[1] ?? [])
}

/** Splits SQL at semicolons outside of functions, into lower case without comments and texts. */
function splitStatements(sql: string): string[] {
  const bare = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, '$$body$$')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
  return bare
    .split(';')
    .map((text) => text.trim().toLowerCase().replaceAll(/\s+/g, ' ').replaceAll(/ ?\(/g, ' ('))
    .filter((text) => text !== '')
}
