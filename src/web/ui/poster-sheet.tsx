import { useState } from 'react'
import { cx } from './class-names.ts'
import { Cover } from './cover.tsx'
import { Icon } from './icon.tsx'
import type { MenuItem } from './menu-entries.ts'
import type { PosterGame } from './poster.tsx'
import { type QuickActionsProps, statusEntries } from './quick-actions.tsx'
import { RatingInput } from './rating.tsx'
import { Sheet } from './sheet.tsx'
import { statusInfo } from './status.tsx'

/** The quick actions of a poster on touch: a sheet from below, with the name on top and controls of 48 px. */
export function PosterSheet(
  props: QuickActionsProps & { open: boolean; onClose: () => void; game: PosterGame; href: string },
) {
  return (
    <Sheet open={props.open} onClose={props.onClose} label={props.game.name} className="sheet-foot">
      <PosterSheetBody {...props} />
    </Sheet>
  )
}

/** The content of the sheet, for the design page and for other sheets. */
export function PosterSheetBody(props: QuickActionsProps & { onClose: () => void; game: PosterGame; href: string }) {
  const { game, mark } = props
  const [list, setList] = useState<'status' | 'more' | null>(null)
  const info = mark?.status ? statusInfo(mark.status) : null
  const more = (props.moreItems ?? []).filter(
    (entry): entry is MenuItem => typeof entry === 'object' && 'label' in entry,
  )
  const entries: readonly MenuItem[] = list === 'status' ? statusEntries(mark?.status ?? null, props.onStatus) : more
  return (
    <div className="ps">
      <Who game={game} href={props.href} onClose={props.onClose} />
      <RatingInput size={44} value={mark?.rating ?? null} onChange={props.onRate} label={`Rate ${game.name}`} />
      <div className="ps-row">
        <button
          type="button"
          className={cx(info && `status-${info.tone}`)}
          aria-expanded={list === 'status'}
          onClick={() => setList(list === 'status' ? null : 'status')}
        >
          <Icon name={info?.icon ?? 'want'} size={20} />
          <span>{info?.short ?? 'Status'}</span>
        </button>
        <button
          type="button"
          className="quick-actions-heart"
          aria-pressed={mark?.liked ?? false}
          onClick={() => props.onLike(!mark?.liked)}
        >
          <Icon name="heart" size={20} />
          <span>{mark?.liked ? 'Liked' : 'Like'}</span>
        </button>
        <LogButton onClose={props.onClose} onLog={props.onLog} />
        {more.length > 0 && (
          <button
            type="button"
            aria-expanded={list === 'more'}
            onPointerEnter={props.onMoreNear}
            onFocus={props.onMoreNear}
            onClick={() => setList(list === 'more' ? null : 'more')}
          >
            <Icon name="dots" size={20} />
            <span>More</span>
          </button>
        )}
      </div>
      {list && (
        <ul className="ps-list">
          {entries.map((entry) => (
            <li key={entry.label}>
              <SheetEntry entry={entry} onDone={() => (list === 'status' ? setList(null) : props.onClose())} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function SheetEntry({ entry, onDone }: { entry: MenuItem; onDone: () => void }) {
  const info = entry.status && statusInfo(entry.status)
  const inside = (
    <>
      {info ? <Icon name={info.icon} className={`status-${info.tone}`} /> : entry.icon && <Icon name={entry.icon} />}
      <span>{entry.label}</span>
      {entry.checked && <Icon name="check" className="menu-tick" />}
    </>
  )
  const className = cx('menu-item', entry.danger && 'menu-danger')
  const onClick = () => {
    entry.onSelect?.()
    onDone()
  }
  return entry.href ? (
    <a className={className} href={entry.href} onClick={onClick}>
      {inside}
    </a>
  ) : (
    <button
      type="button"
      className={className}
      disabled={entry.disabled}
      aria-pressed={entry.checked}
      onClick={onClick}
    >
      {inside}
    </button>
  )
}

function LogButton({ onClose, onLog }: { onClose: () => void; onLog: () => void }) {
  return (
    <button
      type="button"
      onClick={() => {
        onClose()
        onLog()
      }}
    >
      <Icon name="pen" size={20} />
      <span>Log</span>
    </button>
  )
}

function Who({ game, href, onClose }: { game: PosterGame; href: string; onClose: () => void }) {
  return (
    <div className="ps-who">
      <span className="poster">
        <Cover game={game} facts={false} />
      </span>
      <div>
        <a className="ps-name" href={href} onClick={onClose}>
          {game.name}
        </a>
        <p className="fact num">{[game.year, game.developer].filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  )
}
