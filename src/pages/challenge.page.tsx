import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ChallengeScreen, loadChallenge } from '#features/challenges/web/challenge-page.tsx'
import { challengeQuery } from '#features/challenges/web/challenges.api.ts'
import type { ChallengeId } from '#shared/ids.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'

const idOf = (params: Record<string, string | undefined>) => (params.challengeId ?? '').toLowerCase() as ChallengeId

export const load = ({ client, params }: LoadContext) => loadChallenge(client, idOf(params))

/** One challenge with its ranking (G13). */
export function Page() {
  const { data: challenge } = useSuspenseQuery(challengeQuery(idOf(useParams())))
  return (
    <div className="page pt-6 pb-12 md:pt-10">
      <Head
        title={challenge.title}
        description={
          challenge.description.slice(0, 200) || 'A challenge: join it, and what you log counts automatically.'
        }
        path={`/challenges/${challenge.id}`}
        {...(challenge.cover_image?.startsWith('/') && { image: challenge.cover_image })}
      />
      <nav aria-label="Breadcrumb" className="pb-4 text-13">
        <a href="/challenges" className="text-text-2 underline-offset-3 hover:underline">
          All challenges
        </a>
      </nav>
      <ChallengeScreen key={challenge.id} challenge={challenge} />
    </div>
  )
}
