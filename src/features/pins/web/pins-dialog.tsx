import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Activity } from '#features/activity/activity.contract.ts'
import { ownTextOf, sentenceOf } from '#features/activity/activity.rules.ts'
import { memberActivitiesQuery } from '#features/activity/web/activity.api.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { STATUS_LABELS } from '#features/library/library.rules.ts'
import { libraryQuery } from '#features/library/web/library-lists.api.ts'
import type { List } from '#features/lists/lists.contract.ts'
import { memberListsQuery } from '#features/lists/web/lists.api.ts'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import type { Review } from '#features/reviews/reviews.contract.ts'
import { memberReviewsQuery } from '#features/reviews/web/reviews.api.ts'
import { cardOfGame } from '#features/reviews/web/reviews.widgets.tsx'
import { isOwnGameId } from '#shared/canonical-ids.ts'
import { gamesText } from '#shared/counted.ts'
import { feedTime } from '#shared/relative-time.ts'
import { starsText } from '#shared/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { OrderButtons } from '#web/ui/order-buttons.tsx'
import { ratingText } from '#web/ui/rating.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useDebouncedValue } from '#web/use-debounced-value.ts'
import { useNow } from '#web/use-env.ts'
import type { Pin, PinTarget } from '../pins.contract.ts'
import { PINS_MAX } from '../pins.rules.ts'
import { PINS_CHANGED_ELSEWHERE, PINS_FAILED } from '../pins.texts.ts'
import { PINS_DIALOG_TEXTS } from '../pins-dialog.texts.ts'
import { idsOf, isOutdated, pinsMutation, pinsQuery } from './pins.api.ts'
import { useSaveChoice } from './use-save-choice.ts'

/** An item that is or could be pinned, as one row. */
interface Candidate extends PinTarget {
  game: GameCard | null
  title: string
  line: string
}

const ofEntry = (entry: { id: string; game: GameCard; status: keyof typeof STATUS_LABELS }): Candidate => ({
  item_type: 'entry',
  item_id: entry.id,
  game: entry.game,
  title: entry.game.name,
  line: STATUS_LABELS[entry.status],
})

function ofActivity(activity: Activity, now: Date): Candidate {
  const { verb, strong, rest } = sentenceOf(activity.type, activity.details)
  const sentence = [verb, strong, rest].filter(Boolean).join(' ')
  const words = ownTextOf(activity.details)
  return {
    item_type: 'activity',
    item_id: activity.id,
    game: activity.game,
    title: activity.game?.name ?? 'Activity',
    line: `${sentence} · ${feedTime(new Date(activity.created_at), now)}${words ? ` · “${words}”` : ''}`,
  }
}

const ofReview = (review: Review, now: Date): Candidate => ({
  item_type: 'review',
  item_id: review.id,
  game: cardOfGame(review),
  title: review.game_details.name,
  line: `Review, ${starsText(ratingText(review.rating))} · ${feedTime(new Date(review.created_at), now)}`,
})

const ofList = (list: List): Candidate => ({
  item_type: 'list',
  item_id: list.id,
  game: list.covers[0] ?? null,
  title: list.title,
  line: `List, ${gamesText(list.games_count)}`,
})

const candidateOf = (pin: Pin, now: Date): Candidate[] => {
  if (pin.entry) return [ofEntry(pin.entry)]
  if (pin.review) return [ofReview(pin.review, now)]
  if (pin.list) return [ofList(pin.list)]
  return pin.activity ? [ofActivity(pin.activity, now)] : []
}

const titleOf = ({ entry, activity, review, list }: Pin) =>
  list?.title ?? review?.game_details.name ?? (entry ?? activity)?.game?.name ?? 'Activity'

/** The debounce of the search field. */
const REST_MS = 250

interface PinsDialogProps {
  profile: Profile
  pins: readonly Pin[]
  onClose: () => void
}

/**
 * Renders the dialog that chooses up to three of the viewer's games, activities, reviews and lists, and their order. The
 * choice is preserved when saving fails.
 */
export function PinsDialog({ profile, pins, onClose }: PinsDialogProps) {
  const now = useNow()
  const [chosen, setChosen] = useState(() => pins.flatMap((pin) => candidateOf(pin, now)))
  const [from, setFrom] = useState<PinTarget['item_type']>('entry')
  const { save, isPending } = useSavePins({ profile, pins, chosen, onClose })
  const isFull = chosen.length >= PINS_MAX
  const action = (candidate: Candidate) => {
    const isChosen = chosen.some(({ item_id }) => item_id === candidate.item_id)
    return (
      <Button
        disabled={isFull || isChosen}
        aria-label={isChosen ? `${candidate.title} is pinned` : `Pin ${candidate.title}`}
        onClick={() => setChosen([...chosen, candidate])}
      >
        {isChosen ? 'Pinned' : 'Pin'}
      </Button>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Pinned"
      description={PINS_DIALOG_TEXTS.about}
      footer={<DialogButtons label="Save" onCancel={onClose} busy={isPending} busyLabel="Saving…" onClick={save} />}
    >
      {chosen.length === 0 ? (
        <p className="pb-4 text-14 text-text-2">{PINS_DIALOG_TEXTS.none}</p>
      ) : (
        <ChosenPins chosen={chosen} onChange={setChosen} />
      )}
      <Segmented
        label="Pin from"
        value={from}
        onChange={setFrom}
        options={[
          { value: 'entry', label: 'Games' },
          { value: 'activity', label: 'Activity' },
          { value: 'review', label: 'Reviews' },
          { value: 'list', label: 'Lists' },
        ]}
      />
      {from === 'entry' && <OwnGames action={action} />}
      {from === 'activity' && <OwnActivity profile={profile} action={action} />}
      {from === 'review' && <OwnReviews profile={profile} action={action} />}
      {from === 'list' && <OwnLists profile={profile} action={action} />}
    </Dialog>
  )
}

function useSavePins({ profile, pins, chosen, onClose }: PinsDialogProps & { chosen: readonly Candidate[] }) {
  const client = useQueryClient()
  const mutation = useMutation(pinsMutation(profile.id))
  const items = chosen.map(({ item_type, item_id }) => ({ item_type, item_id }))
  const save = useSaveChoice({
    before: pins,
    send: (seen) => mutation.mutateAsync({ items, seen: idsOf(seen) }),
    read: async (error) => (isOutdated(error) ? client.fetchQuery(pinsQuery(profile.id)) : null),
    nameOf: titleOf,
    titles: { saved: 'Pinned saved', failed: PINS_FAILED, changed: PINS_CHANGED_ELSEWHERE },
    onClose,
  })
  return { save, isPending: mutation.isPending }
}

function ChosenPins({ chosen, onChange }: { chosen: Candidate[]; onChange: (chosen: Candidate[]) => void }) {
  return (
    <ol className="pb-4" aria-label="What is pinned">
      {chosen.map((candidate, at) => (
        <CandidateRow key={candidate.item_id} candidate={candidate}>
          <span className="flex">
            <OrderButtons
              list={chosen}
              at={at}
              name={candidate.title}
              removeLabel={`Unpin ${candidate.title}`}
              onChange={onChange}
            />
          </span>
        </CandidateRow>
      ))}
    </ol>
  )
}

type Action = (candidate: Candidate) => React.ReactNode

function OwnGames({ action }: { action: Action }) {
  const [text, setText] = useState('')
  const search = useDebouncedValue(text.trim(), REST_MS)
  const { data, isPending, isError, refetch } = useInfiniteQuery(
    libraryQuery({ status: 'all', sort: 'recent', search, limit: 12 }),
  )
  // Others see no own games (decision 0086).
  const games = (data?.pages[0]?.data ?? []).filter(({ game }) => !isOwnGameId(game.id))
  return (
    <div className="grid grid-cols-1 gap-3 pt-4">
      <Field label="Find in my games">
        <TextInput
          type="search"
          autoComplete="off"
          placeholder="Outer Wilds"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Candidates
        label="My games"
        candidates={games.map(ofEntry)}
        empty={isPending ? '' : PINS_DIALOG_TEXTS.noGameFound}
        onRetry={isError ? () => void refetch() : null}
        action={action}
      />
    </div>
  )
}

/** The number of latest activities that can be chosen; older ones are rarely pinned. */
const ACTIVITIES = 20

function OwnActivity({ profile, action }: { profile: Profile; action: Action }) {
  const now = useNow()
  const { data, isPending, isError, refetch } = useInfiniteQuery(memberActivitiesQuery(profile.id, null, ACTIVITIES))
  const activities = data?.pages[0]?.activities ?? []
  return (
    <div className="pt-4">
      <Candidates
        label="My activity"
        candidates={activities.map((activity) => ofActivity(activity, now))}
        empty={isPending ? '' : PINS_DIALOG_TEXTS.nothingShared}
        onRetry={isError ? () => void refetch() : null}
        action={action}
      />
    </div>
  )
}

/** The number of latest reviews that can be chosen; the menu of a review pins an older one. */
const REVIEWS = 20

function OwnReviews({ profile, action }: { profile: Profile; action: Action }) {
  const now = useNow()
  const { data, isPending, isError, refetch } = useInfiniteQuery(memberReviewsQuery(profile.id, null, REVIEWS))
  // A private review on a profile is a pin that nobody else sees.
  const reviews = (data?.pages[0]?.data ?? []).filter(({ is_public }) => is_public)
  return (
    <div className="pt-4">
      <Candidates
        label="My reviews"
        candidates={reviews.map((review) => ofReview(review, now))}
        empty={isPending ? '' : PINS_DIALOG_TEXTS.noReview}
        onRetry={isError ? () => void refetch() : null}
        action={action}
      />
    </div>
  )
}

function OwnLists({ profile, action }: { profile: Profile; action: Action }) {
  const { data, isPending, isError, refetch } = useInfiniteQuery(memberListsQuery(profile.id))
  // A private list on a profile is a pin that nobody else sees. The page of a list pins one that changed long ago.
  const lists = (data?.pages[0]?.data ?? []).filter(({ is_shared }) => is_shared)
  return (
    <div className="pt-4">
      <Candidates
        label="My lists"
        candidates={lists.map(ofList)}
        empty={isPending ? '' : PINS_DIALOG_TEXTS.noList}
        onRetry={isError ? () => void refetch() : null}
        action={action}
      />
    </div>
  )
}

function Candidates(props: {
  label: string
  candidates: readonly Candidate[]
  empty: string
  /** Set when the list could not be loaded. */
  onRetry: (() => void) | null
  action: Action
}) {
  if (props.onRetry && props.candidates.length === 0)
    return <ErrorState title={`${props.label} could not be loaded`} onRetry={props.onRetry} />
  return (
    <>
      {/* A fixed height avoids layout shift while the list loads. */}
      <ul className="min-h-60" aria-label={props.label}>
        {props.candidates.map((candidate) => (
          <CandidateRow key={candidate.item_id} candidate={candidate}>
            {props.action(candidate)}
          </CandidateRow>
        ))}
      </ul>
      <p className="text-13 text-text-2 empty:hidden" role="status">
        {props.candidates.length === 0 && props.empty}
      </p>
    </>
  )
}

function CandidateRow({ candidate, children }: { candidate: Candidate; children: React.ReactNode }) {
  const { game } = candidate
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
      <span className="poster w-9 flex-none">{game && <Cover game={posterGame(game)} facts={false} />}</span>
      <span className="min-w-0 flex-1">
        <b className="block truncate font-[650]">{candidate.title}</b>
        <span className="block truncate text-12 text-text-3">{candidate.line}</span>
      </span>
      {children}
    </li>
  )
}
