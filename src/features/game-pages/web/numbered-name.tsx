/** A short word and the number after it, with its colon. */
const NUMBERED = /((?<!\S)\S{1,12} (?:\d{1,4}|[IVX]{1,4})(?=[:\s]|$):?)/

/** The characters that fit beside the cover on a phone, in a large title. */
const MAX_TOGETHER = 11

/** A name as a large title, which breaks between "The Witcher 3:" and "Wild Hunt", not before the number. */
export function NumberedName({ name }: { name: string }) {
  const [before = '', numbered, after] = name.split(NUMBERED)
  if (!numbered || numbered.length > MAX_TOGETHER) return name
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{numbered}</span>
      {after}
    </>
  )
}
