import type { ReactNode } from 'react'
import { unique } from '#features/catalogue/catalogue.rules.ts'
import type { AgeRating, GameLink, GameRelease, LanguageSupport } from '#features/catalogue/game-facts.contract.ts'
import { shortPlatform } from '#features/catalogue/names.rules.ts'
import { ascending } from '#shared/order.ts'
import {
  BOARD_TEXTS,
  LANGUAGE_KINDS,
  LINK_TEXTS,
  moreText,
  partialDateText,
  REGION_TEXTS,
  RELEASE_COLUMNS,
  YES,
} from '../game-insert.texts.ts'

/** The rows that a table shows at first. */
const ROWS = 8
const MAX_DESCRIPTORS = 6

const STORE_KINDS = ['steam', 'gog', 'epic', 'playstation', 'xbox', 'nintendo', 'itch', 'apple', 'google_play']
export const STORES: ReadonlySet<string> = new Set(STORE_KINDS)
export const SITES: ReadonlySet<string> = new Set(['official', 'wikipedia', 'wiki', 'reddit', 'discord'])

/** Two tables with the same columns: the first rows, and the others when they are opened. */
function Rows(props: { head: ReactNode; rows: readonly ReactNode[]; label: string; className: string }) {
  const { head, rows, label, className } = props
  // One more row is no reason to hide it.
  const first = rows.length <= ROWS + 1 ? rows : rows.slice(0, ROWS)
  const others = rows.slice(first.length)
  return (
    <>
      <table className={className} aria-label={label}>
        <thead>{head}</thead>
        <tbody>{first}</tbody>
      </table>
      {others.length > 0 && (
        <details className="insert-more">
          <summary>{moreText(others.length)}</summary>
          <table className={className} aria-label={label}>
            <thead className="visually-hidden">{head}</thead>
            <tbody>{others}</tbody>
          </table>
        </details>
      )}
    </>
  )
}

export function Releases({ releases }: { releases: readonly GameRelease[] }) {
  const sorted = releases.toSorted(ascending(({ date }) => date ?? '9'))
  const hasRegions = releases.some(({ region }) => region !== null)
  const { platform, region, date } = RELEASE_COLUMNS
  const columns = (
    <tr>
      {[platform, ...(hasRegions ? [region] : []), date].map((name) => (
        <th key={name} scope="col" className="fact">
          {name}
        </th>
      ))}
    </tr>
  )
  const rows = sorted.map(({ platform, region, status, date }) => (
    <tr key={`${platform} ${region} ${date} ${status}`}>
      <th scope="row">{platform && shortPlatform(platform)}</th>
      {hasRegions && <td>{region && REGION_TEXTS[region]}</td>}
      <td>
        {partialDateText(date)}
        {status && <span className="block text-text-3">{status}</span>}
      </td>
    </tr>
  ))
  return <Rows label="Releases" className="insert-table" head={columns} rows={rows} />
}

const KINDS = Object.keys(LANGUAGE_KINDS) as (keyof typeof LANGUAGE_KINDS)[]

export function Languages({ languages }: { languages: readonly LanguageSupport[] }) {
  const columns = (
    <tr>
      <td />
      {KINDS.map((kind) => (
        <th key={kind} scope="col" className="fact">
          {LANGUAGE_KINDS[kind]}
        </th>
      ))}
    </tr>
  )
  const rows = languages.map((language) => (
    <tr key={language.name}>
      <th scope="row">{language.name}</th>
      {KINDS.map((kind) => (
        <td key={kind}>
          {language[kind] && (
            <>
              <span className="insert-dot" aria-hidden="true" />
              <span className="visually-hidden">{YES}</span>
            </>
          )}
        </td>
      ))}
    </tr>
  ))
  return <Rows label="Languages" className="insert-table insert-languages" head={columns} rows={rows} />
}

/** Plates with the name of the board and its rating, and what they say of the content. */
export function AgePlates({ ratings }: { ratings: readonly AgeRating[] }) {
  const descriptors = unique(ratings.flatMap((rating) => rating.descriptors)).slice(0, MAX_DESCRIPTORS)
  return (
    <>
      <ul className="flex flex-wrap gap-1.5">
        {ratings.map(({ board, rating }) => (
          <li key={board} className="insert-plate">
            <span className="fact">{BOARD_TEXTS[board]}</span> <b>{rating}</b>
          </li>
        ))}
      </ul>
      {descriptors.length > 0 && <span className="mt-1.5 block text-text-2">{descriptors.join(', ')}</span>}
    </>
  )
}

export function Links({ links, kinds }: { links: readonly GameLink[]; kinds: ReadonlySet<string> }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {links
        .filter(({ kind }) => kinds.has(kind))
        .map(({ kind, url }) => (
          <li key={kind}>
            <a className="insert-link" href={url} rel="noopener nofollow">
              {LINK_TEXTS[kind]}
            </a>
          </li>
        ))}
    </ul>
  )
}
