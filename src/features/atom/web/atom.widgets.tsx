import type { List } from '#features/lists/lists.contract.ts'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { memberName } from '#shared/member-name.ts'
import { useEnv } from '#web/use-env.ts'
import { atomAddress, atomKindsOf, atomTitle, listAtomAddress } from '../atom.rules.ts'

/** Links to the Atom documents of a member, for readers elsewhere. React moves them into the head on both sides. */
export function AtomLinks({ profile }: { profile: Profile }) {
  const { origin } = useEnv()
  return atomKindsOf(profile.visitorSees).map((kind) => (
    <link
      key={kind}
      rel="alternate"
      type="application/atom+xml"
      title={atomTitle(kind, memberName(profile))}
      href={origin + atomAddress(profile.id, kind)}
    />
  ))
}

/** Links to the Atom document of a shared list. */
export function ListAtomLink({ list }: { list: Pick<List, 'id' | 'title'> }) {
  const { origin } = useEnv()
  return (
    <link rel="alternate" type="application/atom+xml" title={list.title} href={origin + listAtomAddress(list.id)} />
  )
}
