/** A short sentence on one line that types itself once. Screen readers get the whole sentence (R-UI-03). */
export function TypingText({ text }: { text: string }) {
  return (
    <span className="typing">
      <span>{text}</span>
    </span>
  )
}
