import { JOIN_ONE } from '#features/challenges/challenges.texts.ts'
import { AllChallenges, loadChallenges } from '#features/challenges/web/challenges.widgets.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'

export const load = ({ client }: LoadContext) => loadChallenges(client)

const TEXT = `Something to play towards, together. ${JOIN_ONE}`

/** All challenges (G13). */
export function Page() {
  return (
    <div className="page pb-12">
      <Head title="Challenges" description={TEXT} path="/challenges" />
      <header className="grid gap-2 pt-8 pb-8 md:pt-12">
        <h1 className="title text-28 md:text-40">Challenges</h1>
        <p className="max-w-[65ch] text-16 text-text-2">{TEXT}</p>
      </header>
      <div>
        <AllChallenges />
      </div>
    </div>
  )
}
