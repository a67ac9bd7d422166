/** The whole text, as it is signed. */
export function TextToSign({ text }: { text: string }) {
  return (
    <section className="card">
      <p className="text-to-sign" data-testid="text">
        {text}
      </p>
    </section>
  )
}
