import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import { counted } from '#shared/counted.ts'
import { call } from '#web/call.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DotsButton } from '#web/ui/menu-button.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { ADMIN_CHALLENGE_TEXTS } from '../admin-challenges.texts.ts'
import type { Challenge } from '../challenges.contract.ts'
import { deleteChallenge } from '../challenges.endpoints.ts'
import { LIST_FAILED } from '../challenges.texts.ts'
import type { RewardInput } from './challenge-draft.ts'
import { ChallengeCover, ChallengeFacts, challengeHref, goalWords, StatusChip } from './challenge-parts.tsx'
import { allChallengesQuery } from './challenges.api.ts'
import { challengeKeys } from './challenges-key.ts'

const ChallengeDialog = lazyLoaded(() => import('./challenge-dialog.tsx'), 'ChallengeDialog')

/** Renders every challenge with actions to create, change and delete (G13). The page provides the field of the reward. */
export function AdminChallenges({ RewardField }: { RewardField: RewardInput }) {
  const list = useInfiniteQuery(allChallengesQuery())
  const [edited, setEdited] = useState<Challenge | 'new' | null>(null)
  const [doomed, setDoomed] = useState<Challenge | null>(null)
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const isNone = list.data !== undefined && rows.length === 0
  return (
    <>
      {!isNone && (
        <Button kind="solid" icon="plus" className="justify-self-start" onClick={() => setEdited('new')}>
          New challenge
        </Button>
      )}
      <PagedList
        list={list}
        isEmpty={rows.length === 0}
        failed={LIST_FAILED}
        empty={
          <EmptyState
            level={2}
            title="No challenges yet"
            text={ADMIN_CHALLENGE_TEXTS.none}
            action={
              <Button kind="mine" onClick={() => setEdited('new')}>
                New challenge
              </Button>
            }
          />
        }
      >
        <ul aria-label="Challenges">
          {rows.map((challenge) => (
            <Row
              key={challenge.id}
              challenge={challenge}
              onEdit={() => setEdited(challenge)}
              onDelete={() => setDoomed(challenge)}
            />
          ))}
        </ul>
      </PagedList>
      <Suspense fallback={null}>
        {edited && (
          <ChallengeDialog
            challenge={edited === 'new' ? null : edited}
            RewardField={RewardField}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
      {doomed && <DeleteDialog challenge={doomed} onClose={() => setDoomed(null)} />}
    </>
  )
}

function Row({ challenge, onEdit, onDelete }: { challenge: Challenge; onEdit: () => void; onDelete: () => void }) {
  return (
    <li className="grid grid-cols-[56px_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0 sm:grid-cols-[56px_minmax(0,1fr)_auto]">
      <ChallengeCover challenge={challenge} />
      <div className="grid min-w-0 grid-cols-1 justify-items-start gap-1.5">
        <h2 className="text-16 font-[650] wrap-anywhere">
          <a href={challengeHref(challenge)} className="underline-offset-3 hover:underline">
            {challenge.title}
          </a>
        </h2>
        <ChallengeFacts challenge={challenge} />
        <p className="text-13 wrap-anywhere text-text-2">{challenge.goals.map(goalWords).join(' · ')}</p>
        <StatusChip challenge={challenge} />
      </div>
      <div className="col-start-2 flex gap-2 sm:col-start-3">
        <Button icon="pen" aria-label={`Edit ${challenge.title}`} onClick={onEdit}>
          Edit
        </Button>
        <DotsButton
          label={`More about ${challenge.title}`}
          items={[{ label: 'Delete', icon: 'trash', danger: true, onSelect: onDelete }]}
        />
      </div>
    </li>
  )
}

function DeleteDialog({ challenge, onClose }: { challenge: Challenge; onClose: () => void }) {
  const client = useQueryClient()
  const { participants, title, id } = challenge
  const remove = async () => {
    try {
      await call(deleteChallenge, { params: { challengeId: id } }, { client })
      toast({ title: `${title} was deleted` })
    } catch (error) {
      showFailure('Nothing was deleted', error)
    }
    await Promise.all([adminKeys.all, challengeKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  const who = counted(participants, 'member')
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${title}?`}
      text={participants === 0 ? ADMIN_CHALLENGE_TEXTS.delete : ADMIN_CHALLENGE_TEXTS.deleteJoined(who)}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
      onConfirm={remove}
    />
  )
}
