import { CHALLENGES_ABOUT } from '#features/challenges/challenge-pages.texts.ts'
import { AllChallenges, loadChallenges } from '#features/challenges/web/challenges.widgets.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'

export const load = ({ client }: LoadContext) => loadChallenges(client)

/** All challenges (G13). */
export function Page() {
  return (
    <div className="page pb-12">
      <Head title="Challenges" description={CHALLENGES_ABOUT} path="/challenges" />
      <header className="grid gap-2 pt-(--page-top) pb-8">
        <h1 className="title text-28 md:text-40">Challenges</h1>
        <p className="max-w-[65ch] text-16 text-text-2">{CHALLENGES_ABOUT}</p>
      </header>
      <div>
        <AllChallenges />
      </div>
    </div>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }
