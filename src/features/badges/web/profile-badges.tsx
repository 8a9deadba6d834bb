import { useQuery } from '@tanstack/react-query'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { counted } from '#shared/counted.ts'
import { BadgePin } from './badge-pin.tsx'
import { memberBadgesQuery } from './badges.api.ts'

/** The number of badges on a profile card; the others are a number. */
const SHOWN = 8

/** Renders the latest badges of a member on the profile card, as a link to all. */
export function ProfileBadges({ profile, href }: { profile: Profile; href?: string }) {
  const { id, seenAs, viewerSees } = profile
  const { data = [] } = useQuery({ ...memberBadgesQuery(id, seenAs), enabled: viewerSees.badges })
  if (!viewerSees.badges || data.length === 0) return null
  const rest = data.length - SHOWN
  const count = counted(data.length, 'badge')
  const names = data
    .slice(0, SHOWN)
    .map(({ name }) => name)
    .join(', ')
  return (
    <a
      href={href ?? `/profile/${id}?tab=badges${seenAs ? `&as=${seenAs}` : ''}`}
      className="mt-3.5 inline-flex max-w-full flex-wrap items-center gap-2 rounded-control py-1"
    >
      <span className="visually-hidden">{`${count}: ${names}`}</span>
      {data.slice(0, SHOWN).map((badge) => (
        <span key={badge.id} data-tip={badge.name}>
          <BadgePin badge={badge} size={30} />
        </span>
      ))}
      {rest > 0 && (
        <span className="num text-13 text-text-2" aria-hidden="true">
          +{rest}
        </span>
      )}
    </a>
  )
}
