/** The content of a shared game, and the places where it can be shared (G46, R-ACT-38 to R-ACT-40). */
export interface GameToShare {
  id: string
  name: string
}

export const gameLink = (origin: string, { id }: GameToShare): string => `${origin}/game/${id}`

const shareText = ({ name }: GameToShare, productName: string): string => `Check out ${name} on ${productName}`

/** Returns the address of a prepared post on X. */
export function xAddress(origin: string, game: GameToShare, productName: string): string {
  const query = new URLSearchParams({ text: shareText(game, productName), url: gameLink(origin, game) })
  return `https://x.com/intent/tweet?${query}`
}

export function facebookAddress(origin: string, game: GameToShare): string {
  return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: gameLink(origin, game) })}`
}

/** Returns a text to paste into Discord. It escapes Discord's markup in the name, which may contain any character. */
export function discordText(origin: string, game: GameToShare, productName: string): string {
  const name = game.name.replace(/[\\*_~`|>]/g, '\\$&')
  return `🎮 **${name}** – ${shareText({ ...game, name }, productName)}\n${gameLink(origin, game)}`
}
