import * as z from 'zod/mini'
import { hasHiddenCharacters, hiddenCharactersMessage, type TextKind } from './hidden-character-rules.ts'

/** A check for schemas of what a person writes: nothing that hides. `name` is what the text is called on the form. */
export const shownText = (name: string, kind: TextKind) =>
  z.refine<string>((text) => !hasHiddenCharacters(text, kind), hiddenCharactersMessage(name))
