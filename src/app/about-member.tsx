import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { FollowButton } from '#features/follows/web/follows.widgets.tsx'
import { FriendButton } from '#features/friends/web/friend-button.tsx'
import type { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { profileName } from '#features/profiles/profiles.rules.ts'
import { countFollower, profileKeys } from '#features/profiles/web/profiles.api.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'

const BlockDialog = lazy(() =>
  import('#features/blocks/web/blocks.widgets.tsx').then((module) => ({ default: module.BlockDialog })),
)

/** What one can do about another member, on their profile and in its modal: features that profiles may not know. */
export function AboutMember({ member }: { member: PublicProfile }) {
  const client = useQueryClient()
  const viewer = useViewer()
  const [isBlocking, setBlocking] = useState(false)
  const name = profileName(member)
  return (
    <>
      <FollowButton
        userId={member.id}
        name={name}
        onChange={(isFollowing) => countFollower(client, member.id, isFollowing ? 1 : -1)}
      />
      <FriendButton userId={member.id} name={name} />
      {viewer && (
        <MenuButton
          label={`More about ${name}`}
          className="icon-btn"
          align="end"
          items={[{ label: 'Block', icon: 'block', danger: true, onSelect: () => setBlocking(true) }]}
        >
          <Icon name="dots" size={20} />
        </MenuButton>
      )}
      {isBlocking && (
        <Suspense>
          <BlockDialog
            userId={member.id}
            name={name}
            onClose={() => setBlocking(false)}
            onBlocked={() => void client.invalidateQueries({ queryKey: profileKeys.all })}
          />
        </Suspense>
      )}
    </>
  )
}
