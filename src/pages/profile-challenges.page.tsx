import { loadOwnChallenges, OwnChallenges } from '#features/challenges/web/own-challenges.tsx'
import { OwnProfileFrame } from '#features/profile-pages/web/own-profile-frame.tsx'
import { loadOwnProfile } from '#features/profiles/web/own-profile.api.ts'
import type { LoadContext } from '#web/page.ts'

export async function load({ client }: LoadContext) {
  // A failure is shown in the page.
  await Promise.all([loadOwnProfile(client), loadOwnChallenges(client)])
}

/** The viewer's own challenges (R-CHAL-04). */
export function Page() {
  return (
    <OwnProfileFrame tab="challenges">
      {() => (
        <>
          <h2 className="visually-hidden">Challenges</h2>
          <OwnChallenges />
        </>
      )}
    </OwnProfileFrame>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }
