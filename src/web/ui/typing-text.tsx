/** A short sentence on one line that types itself once. It is all there for whoever reads it otherwise (R-UI-03). */
export function TypingText({ text }: { text: string }) {
  return (
    <span className="typing">
      <span>{text}</span>
    </span>
  )
}
