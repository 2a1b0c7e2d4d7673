/** Which were not done, and why: a sentence for each reason. */
export const refusalsOf = (
  outcomes: readonly { name: string; outcome: string }[],
  sentences: Readonly<Record<string, (of: { names: string }) => string>>,
): string =>
  Object.entries(sentences)
    .flatMap(([reason, sentence]) => {
      const names = outcomes.flatMap(({ outcome, name }) => (outcome === reason ? [name] : [])).join(', ')
      return names === '' ? [] : [sentence({ names })]
    })
    .join(' ')
