import { shortDate } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { NEWS_TEXTS } from '../news.texts.ts'
import { NEWS_EDITOR_TEXTS } from '../news-editor.texts.ts'
import { differences, FIELD_NAMES, type Fields } from './news-fields.ts'

export interface Conflict {
  theirs: Fields
  /** `updated_at` of their version. */
  version: string
}

/** Shows the version that somebody else has saved meanwhile (G59). The admin chooses which version stays. */
export function NewsConflict(props: {
  conflict: Conflict
  /** The version that this admin began with; null if only the draft on this device knows it. */
  base: Fields | null
  mine: Fields
  isBusy: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  const { conflict, base, mine } = props
  const changed = differences(conflict.theirs, base ?? mine)
  const at = new Date(conflict.version)
  return (
    <section role="alert" className="panel gap-4" aria-label="Conflict">
      <h2 className="title text-22">{NEWS_TEXTS.changed}</h2>
      <p className="text-15 text-text-2">{NEWS_EDITOR_TEXTS.savedOn(shortDate(at), at.toISOString().slice(11, 16))}</p>
      <dl className="grid gap-3">
        {changed.map((name) => (
          <div key={name} className="grid gap-1">
            <dt className="fact">
              {FIELD_NAMES[name]}
              {base && mine[name] !== base[name] && ' (you changed it, too)'}
            </dt>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
            <dd tabIndex={0} className="max-h-40 overflow-y-auto text-14 whitespace-pre-line wrap-anywhere" dir="auto">
              {conflict.theirs[name] || 'Empty'}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button kind="solid" busy={props.isBusy} busyLabel="Saving…" onClick={props.onKeepMine}>
          Save mine
        </Button>
        <Button onClick={props.onTakeTheirs}>Use theirs</Button>
      </div>
    </section>
  )
}
