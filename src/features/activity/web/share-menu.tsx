import { copyText } from '#web/copy.ts'
import { Menu } from '#web/ui/menu.tsx'
import type { PopupProps } from '#web/ui/popup.ts'
import { useEnv } from '#web/use-env.ts'
import { discordText, facebookAddress, type GameToShare, gameLink, xAddress } from '../share.rules.ts'

/** Shows the places where a game can be shared. Its code loads with the first press of Share. */
export function ShareMenu({ game, ...popup }: PopupProps & { game: GameToShare }) {
  const { productName } = useEnv()
  const { origin } = location
  const open = (address: string) => void window.open(address, '_blank', 'noopener,noreferrer,width=600,height=640')
  const copy = (text: string, title: string) =>
    copyText(
      text,
      { title, description: game.name },
      { title: 'Failed to copy link', description: gameLink(origin, game), tone: 'danger' },
    )
  return (
    <Menu
      {...popup}
      label="Share"
      focus="first"
      items={[
        { label: 'Copy link', icon: 'link', onSelect: () => void copy(gameLink(origin, game), 'Link copied') },
        { label: 'Post on X', icon: 'external', onSelect: () => open(xAddress(origin, game, productName)) },
        { label: 'Share on Facebook', icon: 'external', onSelect: () => open(facebookAddress(origin, game)) },
        {
          label: 'Copy for Discord',
          icon: 'copy',
          onSelect: () => void copy(discordText(origin, game, productName), 'Message copied'),
        },
      ]}
    />
  )
}
