import { asList } from '~/lib/name-lists'
/** Which were not done, and why: a sentence for each reason. */
export const refusalsOf = (
  outcomes: readonly { name: string; outcome: string }[],
  sentences: Readonly<Record<string, (of: { names: string }) => string>>,
): string =>
  Object.entries(sentences)
    .flatMap(([reason, sentence]) => {
      const names = asList(outcomes.flatMap(({ outcome, name }) => (outcome === reason ? [name] : [])))
      return names === '' ? [] : [sentence({ names })]
    })
    .join(' ')
