/** What is shared of a game, and where (G46, R-ACT-38 to R-ACT-40). */
export interface GameToShare {
  id: string
  name: string
}

export const gameLink = (origin: string, { id }: GameToShare): string => `${origin}/game/${id}`

const shareText = ({ name }: GameToShare, productName: string): string => `Check out ${name} on ${productName}`

/** A post on X that is ready to be sent. */
export function xAddress(origin: string, game: GameToShare, productName: string): string {
  const query = new URLSearchParams({ text: shareText(game, productName), url: gameLink(origin, game) })
  return `https://x.com/intent/tweet?${query}`
}

export function facebookAddress(origin: string, game: GameToShare): string {
  return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: gameLink(origin, game) })}`
}

/** For pasting into Discord. Its marks are escaped in the name, which is anybody's. */
export function discordText(origin: string, game: GameToShare, productName: string): string {
  const name = game.name.replace(/[\\*_~`|>]/g, '\\$&')
  return `🎮 **${name}** – ${shareText({ ...game, name }, productName)}\n${gameLink(origin, game)}`
}
