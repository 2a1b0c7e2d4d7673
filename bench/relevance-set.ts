import { FIRST_QUESTIONS } from './relevance-first.ts'
import { FOURTH_QUESTIONS } from './relevance-fourth.ts'
import { SECOND_QUESTIONS } from './relevance-second.ts'
import { THIRD_QUESTIONS } from './relevance-third.ts'

/**
 * What people type, and the slugs of the right tools in the trial catalogue. Written by reading the catalogue, not the
 * results. Nonsense has no right tool.
 */
export interface Question {
  set: string
  kind: string
  query: string
  right: string[]
}

const SETS = {
  first: FIRST_QUESTIONS,
  second: SECOND_QUESTIONS,
  third: THIRD_QUESTIONS,
  fourth: FOURTH_QUESTIONS,
}

export const QUESTIONS: Question[] = Object.entries(SETS).flatMap(([set, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [kind = '', query = '', right = ''] = line.split('|').map((part) => part.trim())
      return { set, kind, query, right: right.split(' ').filter((slug) => slug !== '') }
    }),
)

/** Recommendations that contain the searched words in `reason`, and some that do not. */
export const REASONS: [slug: string, reason: string][] = [
  ['cogram', 'It saved our weekly standup: nobody has to write anything down any more.'],
  ['lingostar', 'I practised the pronunciation for my thesis defence with it every evening.'],
  ['hotpot', 'We made all our wedding invitations with it in one afternoon.'],
  ['speechify', 'My son has dyslexia and listens to his lecture recordings and handouts with it.'],
  ['github-copilot', 'Surprisingly good at refactoring legacy COBOL into something readable.'],
  ['midjourney', 'Nothing else gives me pictures with this much atmosphere.'],
  ['descript', 'I cut a whole interview by deleting words.'],
  ['chatgpt', 'It explains the same thing five ways until I understand it.'],
  ['deepl', 'The only one that gets my German letters right.'],
  ['krisp', 'My neighbours renovate and nobody in the call hears it.'],
  ['magical', 'It fills in the warranty claims for our bicycle shop all by itself.'],
  ['murf-ai', 'Our museum had its audio guide spoken by it, and visitors ask who the actor is.'],
  ['elicit', 'I found every study about migraine I needed in one evening.'],
  ['getresponse', 'Our choir sends its newsletter with it.'],
  ['scribebuddy', 'It even understands my grandfather and his Scottish accent.'],
]
