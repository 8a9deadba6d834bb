import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { RewardBadge } from '#features/badges/web/reward-badge.tsx'
import { CHALLENGE_ABOUT } from '#features/challenges/challenge-pages.texts.ts'
import { getChallengePicture } from '#features/challenges/challenges.endpoints.ts'
import { ChallengeScreen, loadChallenge } from '#features/challenges/web/challenge-page.tsx'
import { challengeQuery } from '#features/challenges/web/challenges.api.ts'
import { pathOf } from '#shared/endpoint.ts'
import type { ChallengeId } from '#shared/ids.ts'
import { Head, shorten } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'

const idOf = (params: Record<string, string | undefined>) => (params.challengeId ?? '').toLowerCase() as ChallengeId

export const load = ({ client, params }: LoadContext) => loadChallenge(client, idOf(params))

/** One challenge with its ranking (G13). */
export function Page() {
  const { data: challenge } = useSuspenseQuery(challengeQuery(idOf(useParams())))
  return (
    <div className="page pt-(--page-top) pb-12">
      <Head
        title={challenge.title}
        description={shorten(challenge.description.replace(/\s+/g, ' '), 200) || CHALLENGE_ABOUT}
        path={`/challenges/${challenge.id}`}
        type="article"
        preview={pathOf(getChallengePicture.path, { challengeId: challenge.id })}
      />
      <nav aria-label="Breadcrumb" className="pb-4 text-13">
        <a href="/challenges" className="text-text-2 underline-offset-3 hover:underline">
          All challenges
        </a>
      </nav>
      <ChallengeScreen
        key={challenge.id}
        challenge={challenge}
        reward={challenge.reward && <RewardBadge reward={challenge.reward} />}
      />
    </div>
  )
}
