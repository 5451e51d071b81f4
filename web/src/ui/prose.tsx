/** A rule's text with the little mark-up it uses: *emphasis*, **weight** and `code`. */

export function Prose({ text }: { text: string }) {
  return (
    <>
      {text.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/).map((part, n) => {
        if (part.startsWith("**")) return <b key={n}>{part.slice(2, -2)}</b>;
        if (part.startsWith("*") && part.length > 2) return <i key={n}>{part.slice(1, -1)}</i>;
        return part.startsWith("`") && part.length > 2 ? <code key={n}>{part.slice(1, -1)}</code> : part;
      })}
    </>
  );
}
