/** A short word and the number after it, with its colon. */
const NUMBERED = /((?<!\S)\S{1,12} (?:\d{1,4}|[IVX]{1,4})(?=[:\s]|$):?)/

/** A name as a large title, which breaks between "The Witcher 3:" and "Wild Hunt", not before the number. */
export function NumberedName({ name }: { name: string }) {
  const [before = '', numbered, after] = name.split(NUMBERED)
  if (!numbered) return name
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{numbered}</span>
      {after}
    </>
  )
}
