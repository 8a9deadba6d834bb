import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { starsOf } from '#features/library/library.rules.ts'
import { reviewDialog } from '#features/library/web/library.slots.ts'
import { isOwnGameId } from '#shared/canonical-ids.ts'
import { plural } from '#shared/counted.ts'
import { durationText } from '#shared/dates.ts'
import type { GameId } from '#shared/ids.ts'
import { feedTime } from '#shared/relative-time.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { contributionsTo, SlotContent } from '#web/slots.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useNow } from '#web/use-env.ts'
import type { Playthrough } from '../../play-sessions.contract.ts'
import { isOver } from '../../play-sessions.rules.ts'
import { BOOKMARK_TEXTS, RUN_TEXTS } from '../../runs.texts.ts'
import type { Acting } from '../game-actions.api.ts'
import { runForProblem } from '../run-for-problem.api.ts'
import { playLogQuery } from './play-log.api.ts'
import { deletePlaythrough } from './play-log-changes.ts'
import { playthroughFacts, playthroughName, runName } from './playthrough-name.ts'

const loadForm = () => import('./playthrough-form.tsx')
const PlaythroughForm = lazyLoaded(loadForm, 'PlaythroughForm')
const BookmarkDialog = lazyLoaded(loadForm, 'BookmarkDialog')

type Open =
  | { kind: 'form'; playthrough: Playthrough | null }
  | { kind: 'delete' | 'bookmark' | 'review'; playthrough: Playthrough }

/** So many are shown until a press shows the rest. */
const SHOWN = 4

/**
 * Renders the playthroughs of a game in the viewer's library, the latest on top. A press on one edits it. The page's `load`
 * fetches `playLogQuery`.
 */
export function PlaythroughList({ acting }: { acting: Acting }) {
  const [open, setOpen] = useState<Open | null>(null)
  const [isWhole, setWhole] = useState(false)
  const { data } = useQuery(playLogQuery(acting.gameId))
  if (!data) return null
  const { playthroughs } = data
  const current = playthroughs.at(-1)
  const mayReview = contributionsTo(reviewDialog).length > 0 && !isOwnGameId(acting.gameId)
  const latestFirst = playthroughs.toReversed().slice(0, isWhole ? undefined : SHOWN)
  return (
    // It takes the focus when a question about a deleted playthrough closes (`finalFocus` of the dialog).
    <section
      tabIndex={-1}
      aria-labelledby="playthroughs"
      className="outline-none"
      onPointerEnter={() => void loadForm()}
    >
      <div className="flex items-center gap-1">
        <h2 id="playthroughs" className="fact mr-auto">
          Playthroughs
        </h2>
        {current && !isOver(current) && (
          <Button kind="quiet" onClick={() => setOpen({ kind: 'bookmark', playthrough: current })}>
            {BOOKMARK_TEXTS.write}
          </Button>
        )}
        <IconButton
          icon="plus"
          label={RUN_TEXTS.start}
          className="-mr-2 text-text-3"
          onClick={() => setOpen({ kind: 'form', playthrough: null })}
        />
      </div>
      {playthroughs.length === 0 ? (
        <p className="text-13 text-text-3">{RUN_TEXTS.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {latestFirst.map((playthrough) => (
            <li key={playthrough.id}>
              <Row playthrough={playthrough} onPress={() => setOpen({ kind: 'form', playthrough })} />
              {mayReview && (
                <RunReview playthrough={playthrough} onPress={() => setOpen({ kind: 'review', playthrough })} />
              )}
            </li>
          ))}
        </ul>
      )}
      {playthroughs.length > latestFirst.length && (
        <button type="button" className="linkish mt-1 text-13" onClick={() => setWhole(true)}>
          {RUN_TEXTS.all(playthroughs.length)}
        </button>
      )}
      {open && <OpenDialog acting={acting} playthroughs={playthroughs} open={open} onOpen={setOpen} />}
    </section>
  )
}

function OpenDialog(props: {
  acting: Acting
  playthroughs: readonly Playthrough[]
  open: Open
  onOpen: (open: Open | null) => void
}) {
  const { acting, playthroughs, open, onOpen } = props
  const onClose = () => onOpen(null)
  if (open.kind === 'review')
    return (
      <Suspense>
        <SlotContent
          slot={reviewDialog}
          game={{ id: acting.gameId, name: acting.gameName }}
          playthroughId={open.playthrough.id}
          onClose={onClose}
        />
      </Suspense>
    )
  if (open.kind === 'delete') {
    const name = playthroughName(
      open.playthrough,
      playthroughs.findIndex(({ id }) => id === open.playthrough.id),
    )
    return <Deletion acting={acting} playthrough={open.playthrough} name={name} onClose={onClose} />
  }
  if (open.kind === 'bookmark')
    return (
      <Suspense>
        <BookmarkDialog acting={acting} playthrough={open.playthrough} onClose={onClose} />
      </Suspense>
    )
  const { playthrough } = open
  return (
    <Suspense>
      <PlaythroughForm
        acting={acting}
        playthrough={playthrough}
        platform={playthroughs.at(-1)?.platform ?? null}
        kind={playthroughs.length > 0 ? 'replay' : 'first'}
        {...(playthrough && { onDelete: () => onOpen({ kind: 'delete', playthrough }) })}
        onClose={onClose}
      />
    </Suspense>
  )
}

/** The way to the review of a playthrough, or to its form. */
const RunReview = ({ playthrough, onPress }: { playthrough: Playthrough; onPress: () => void }) => (
  <p className="pb-2.5 text-13">
    {playthrough.review_id ? (
      <a href={`/reviews/${playthrough.review_id}`} className="linkish inline-block min-h-6">
        {RUN_TEXTS.reviewed}
      </a>
    ) : (
      <button type="button" className="linkish min-h-6" onClick={onPress}>
        {RUN_TEXTS.review}
      </button>
    )}
  </p>
)

/** The open one has a line in the colour of playing. */
function Row({ playthrough, onPress }: { playthrough: Playthrough; onPress: () => void }) {
  const stars = starsOf(playthrough.rating)
  return (
    <button
      type="button"
      className="relative grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 py-2.5 text-left text-13 hover:bg-surface-2"
      onClick={onPress}
    >
      <span className="font-[600] wrap-anywhere">{runName(playthrough)}</span>
      <span className="self-center">{stars !== null && <Stars value={stars} />}</span>
      <span className="text-text-2">{playthroughFacts(playthrough)}</span>
      <span className="num text-right text-text-2">
        {playthrough.session_count > 0 && durationText(playthrough.session_minutes)}
      </span>
      {playthrough.drop_reason && (
        <span className="col-span-2 text-text-3 wrap-anywhere" dir="auto">
          {playthrough.drop_reason}
        </span>
      )}
      {!isOver(playthrough) && (
        <span className="absolute inset-x-0 -bottom-px h-0.5 rounded-full bg-playing" aria-hidden="true" />
      )}
    </button>
  )
}

function Deletion(props: { acting: Acting; playthrough: Playthrough; name: string; onClose: () => void }) {
  const { acting, playthrough } = props
  const remove = () => deletePlaythrough(acting.client, acting.gameId, playthrough.id)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={`Delete ${props.name}?`}
      text={deletionText(playthrough)}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
      onConfirm={async () => {
        const problem = await runForProblem(acting, remove, true)
        if (problem === null) toast({ title: `${acting.gameName}: playthrough deleted` })
      }}
    />
  )
}

function deletionText({ session_count, session_minutes, review_id }: Playthrough): string {
  const sessions = `Its ${plural(session_count, 'session is', `${session_count} sessions are`)} deleted`
  const hours =
    session_count === 0 ? RUN_TEXTS.withoutSessions : RUN_TEXTS.withSessions(sessions, durationText(session_minutes))
  return review_id ? `${hours} ${RUN_TEXTS.reviewStays}` : hours
}

/** Where the viewer was in a game that they have not finished, with the time; nothing if they have not said it. */
export function GameBookmark({ gameId }: { gameId: GameId }) {
  const now = useNow()
  // `PlaythroughList` reads it.
  const { data } = useQuery({ ...playLogQuery(gameId), enabled: false })
  const open = data?.playthroughs.at(-1)
  if (!open?.bookmark || !open.bookmarked_at || isOver(open)) return null
  return (
    <figure>
      <blockquote className="text-18 leading-snug font-[550] text-balance wrap-anywhere" dir="auto">
        {open.bookmark}
      </blockquote>
      <figcaption className="mt-0.5 text-12 text-text-3">{feedTime(new Date(open.bookmarked_at), now)}</figcaption>
    </figure>
  )
}
