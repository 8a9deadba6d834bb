import type { ReactNode } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { hoursText } from '#features/library/library.rules.ts'
import { JOURNAL_REVIEW_LENGTH } from '#features/reviews/reviews.rules.ts'
import { ReviewText } from '#features/reviews/web/reviews.widgets.tsx'
import { markSentence } from '#features/spoilers/spoilers.texts.ts'
import { isWaiting } from '#shared/outbox.ts'
import { lengthOf } from '#shared/text.ts'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { DotsButton } from '#web/ui/menu-button.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { WaitingMark } from '#web/ui/waiting-mark.tsx'
import type { JournalEntry } from '../journal.contract.ts'
import { JOURNAL_VIEW_TEXTS } from '../journal-screens.texts.ts'
import { ENTRY_ICONS, ENTRY_LABELS, gamesOfList } from './entry-parts.ts'

/** The maximum number of covers of a list entry; a number after them counts the other games. */
const COVERS = 8
/** Hidden from screen readers, because facts or name have the same link. */
const FOR_POINTERS = { tabIndex: -1, 'aria-hidden': true } as const

/** Whether a device has changed the entry, and has not sent the change. */
const isChangedHere = (entry: JournalEntry) => 'waits' in entry && entry.waits === true

/** Returns the name of an entry: its title, its game, or its type. */
export const entryName = ({ title, game, type }: JournalEntry): string => title ?? game?.name ?? ENTRY_LABELS[type]

/** Returns the address of the entry's review, list or game; null for a daily entry without a game. */
function addressOf({ review_id, list_id, game }: JournalEntry): string | null {
  if (review_id) return `/reviews/${review_id}`
  if (list_id) return `/lists/${list_id}`
  return game && `/game/${game.id}`
}

/** Renders an entry: cover, name, facts and words. `actions` are at the right; `isShort` shows only the first lines. */
export function EntryItem(props: { entry: JournalEntry; level?: 3 | 4; isShort?: boolean; actions?: ReactNode }) {
  const { entry, level = 4 } = props
  const { type, game, title } = entry
  const Heading = level === 3 ? 'h3' : 'h4'
  const href = addressOf(entry)
  const name = entryName(entry)
  return (
    <article className="entry" aria-label={name}>
      {game && (
        <a className="poster" href={`/game/${game.id}`} {...FOR_POINTERS}>
          <Cover game={posterGame(game)} facts={false} />
        </a>
      )}
      <div className="entry-main">
        <p className="fact flex items-center gap-1.5">
          <Icon name={ENTRY_ICONS[type]} />
          {ENTRY_LABELS[type]}
        </p>
        <Heading className="game-name" dir="auto">
          {href ? <a href={href}>{name}</a> : name}
        </Heading>
        <p className="entry-facts num">
          {title && game && <a href={`/game/${game.id}`}>{game.name}</a>}
          {entry.rating !== null && <Stars value={entry.rating / 2} />}
          {entry.progress !== null && <span>{entry.progress} %</span>}
          {entry.hoursPlayed !== null && <span>{hoursText(entry.hoursPlayed)}</span>}
          {type === 'review' && !entry.is_public && (
            <span className="flex items-center gap-1">
              <Icon name="lock" />
              Private
            </span>
          )}
          {entry.platform && <span>{entry.platform}</span>}
          {entry.spoils_to ? <span>{markSentence(entry.spoils_to)}</span> : null}
        </p>
        <Words entry={entry} isShort={props.isShort ?? false} />
      </div>
      {(isWaiting(entry) || isChangedHere(entry)) && <WaitingMark />}
      {!isWaiting(entry) && props.actions}
    </article>
  )
}

/** The words of an entry, in their own writing direction; the covers of a list. */
function Words({ entry, isShort }: { entry: JournalEntry; isShort: boolean }) {
  if (entry.type === 'list') return <ListCovers entry={entry} />
  const className = cx('prose', isShort && 'line-clamp-5')
  if (entry.review_html !== null) {
    // A longer one than the journal's form writes has its own page.
    const isLong = lengthOf(entry.content) > JOURNAL_REVIEW_LENGTH
    return (
      <>
        <ReviewText
          html={entry.review_html}
          className={cx(className, isLong && !isShort && 'line-clamp-8 print:line-clamp-none')}
        />
        {isLong && (
          <a href={`/reviews/${entry.review_id}`} className="linkish no-print min-h-6 text-14">
            Read on
          </a>
        )}
      </>
    )
  }
  return (
    entry.content && (
      <p className={className} dir="auto">
        {entry.content}
      </p>
    )
  )
}

function ListCovers({ entry }: { entry: JournalEntry }) {
  const games = gamesOfList(entry.content)
  if (games.length === 0) return <p className="text-13 text-text-2">{JOURNAL_VIEW_TEXTS.emptyList}</p>
  return (
    <ul className="entry-covers" aria-label="Games of the list">
      {games.slice(0, COVERS).map((game) => (
        <li key={game.id}>
          <a className="poster" href={`/game/${game.id}`} data-tip={game.name}>
            <Cover game={posterGame(game)} facts={false} />
            <span className="visually-hidden">{game.name}</span>
          </a>
        </li>
      ))}
      {games.length > COVERS && <li className="num text-13 text-text-2">{`+${games.length - COVERS}`}</li>}
    </ul>
  )
}

/** Renders the menu of an entry. */
export function EntryMenu(props: {
  entry: JournalEntry
  onEdit: () => void
  onDelete: () => void
  onOnlyGame: (() => void) | null
}) {
  const { entry, onOnlyGame } = props
  return (
    <DotsButton
      className="icon-btn no-print"
      label={`Change ${entryName(entry)}`}
      items={[
        { label: 'Edit', icon: 'pen', onSelect: props.onEdit },
        ...(entry.game && onOnlyGame
          ? [{ label: `Only ${entry.game.name}`, icon: 'filter' as const, onSelect: onOnlyGame }]
          : []),
        'separator',
        { label: 'Delete', icon: 'trash', danger: true, onSelect: props.onDelete },
      ]}
    />
  )
}
