import { type ReactNode, useEffect, useRef } from 'react'
import { shortDate } from '#shared/dates.ts'
import { CHANGED_BY_SOMEONE } from '#shared/sentences.ts'
import { Button } from '../ui/button.tsx'
import { DRAFT_TEXTS } from './drafts.texts.ts'
import { RestoredDraft } from './restored-draft.tsx'
import type { VersionedDraft } from './use-versioned-draft.ts'

interface Props<Item, Fields extends object> {
  editing: VersionedDraft<Item, Fields>
  /** Returns each field as people read it, with its name. */
  rowsOf: (fields: Fields) => Record<string, string>
  isBusy: boolean
  /** Saves the form over this version. */
  onSaveOver: (version: string) => void
  /** What happens instead of showing the other version. */
  onTakeOther?: (item: Item) => void
  /** Saves the form as a new item, because somebody has deleted this one. `thing`: 'post'. */
  onSaveAsNew?: () => void
  thing?: string
  /** More buttons beside the other version. */
  more?: (item: Item) => ReactNode
}

/**
 * Renders above a form what `useVersionedDraft` knows: a draft was restored; somebody has saved another version, and the
 * person chooses one of both (G59); somebody has deleted the item.
 */
export function DraftNotices<Item, Fields extends object>(props: Props<Item, Fields>) {
  const { editing, isBusy, thing = '' } = props
  const { stored, isRestored, isChanged, other, isDeleted, begin } = editing
  return (
    <>
      {isRestored && isChanged && (
        <RestoredDraft
          action={stored === null ? 'Start over' : DRAFT_TEXTS.showSaved}
          onAction={() => begin(stored)}
          disabled={isBusy}
        />
      )}
      {other && <OtherVersion key={editing.versionOf(other.item)} {...props} {...other} />}
      {isDeleted && (
        <div role="alert" className="flex flex-wrap items-center gap-3 rounded-control bg-surface-2 px-4 py-2 text-14">
          <p>{DRAFT_TEXTS.deletedMeanwhile(thing)}</p>
          <Button kind="line" busy={isBusy} busyLabel="Saving…" onClick={props.onSaveAsNew}>
            {DRAFT_TEXTS.saveAsNew(thing)}
          </Button>
        </div>
      )}
    </>
  )
}

/** Shows what the other version says in other words than the one that this form began with, or than the typed one. */
function OtherVersion<Item, Fields extends object>(props: Props<Item, Fields> & { item: Item; hasRefused: boolean }) {
  const { editing, rowsOf, item, hasRefused } = props
  const { fields, fieldsOf, versionOf, isSame, stored, version } = editing
  const section = useRef<HTMLElement>(null)
  // The form may be scrolled to its end, where it was saved. Who still types is not disturbed.
  useEffect(() => {
    if (hasRefused) section.current?.focus()
  }, [hasRefused])
  const theirs = rowsOf(fieldsOf(item))
  const mine = rowsOf(fields)
  // Of a draft of an earlier version only the draft is known.
  const base = stored !== null && version === versionOf(stored) ? rowsOf(fieldsOf(stored)) : null
  const changed = Object.entries(theirs).filter(([name, text]) => text !== (base ?? mine)[name])
  const at = new Date(versionOf(item))
  return (
    <section ref={section} tabIndex={-1} role="alert" aria-label="Another version" className="panel gap-3 outline-none">
      <p className="font-[650]">{CHANGED_BY_SOMEONE}</p>
      <p className="text-14 text-text-2">
        {isSame(fieldsOf(item), fields)
          ? DRAFT_TEXTS.sameVersions
          : DRAFT_TEXTS.savedOn(shortDate(at), at.toISOString().slice(11, 16))}
      </p>
      {changed.length > 0 && (
        <dl className="grid gap-3 text-14">
          {changed.map(([name, text]) => (
            <div key={name} className="grid gap-1">
              <dt className="fact">{base && mine[name] !== base[name] ? DRAFT_TEXTS.youChangedIt(name) : name}</dt>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
              <dd tabIndex={0} className="max-h-40 overflow-y-auto whitespace-pre-line wrap-anywhere" dir="auto">
                {text || 'Empty'}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        {props.more?.(item)}
        <Button kind="solid" busy={props.isBusy} busyLabel="Saving…" onClick={() => props.onSaveOver(versionOf(item))}>
          Save mine
        </Button>
        <Button
          disabled={props.isBusy}
          onClick={() => (props.onTakeOther ? props.onTakeOther(item) : editing.takeOther())}
        >
          {DRAFT_TEXTS.useOther}
        </Button>
      </div>
    </section>
  )
}
