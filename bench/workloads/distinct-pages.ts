/**
 * Returns the addresses of so many pages of visitors, of which no two are the same in all rounds: searches, and pages of the catalogue
 * with filters.
 */
export function distinctPages(count: number, round: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const n = round * count + at
    const word = `${WORDS[n % WORDS.length]} ${n.toString(36)}`
    return at % 2 === 0
      ? `/search?q=${encodeURIComponent(word)}`
      : `/games?search=${encodeURIComponent(word.slice(0, 3 + (n % 4)))}&year_from=${1980 + (n % 40)}&page=${1 + (n % 3)}`
  })
}

const WORDS = ['zelda', 'mario', 'final', 'dark', 'star', 'war', 'quest', 'legend', 'street', 'metal', 'silent', 'doom']
