import type { ReactNode } from 'react'
import { siteForm } from '#messages/site-settings.js'
import {
  CLAIMS,
  LINK_CHECKS,
  MODERATION_LOG,
  NUMBERS,
  SIGN_UP_POLICIES,
  SUBMISSIONS,
  VOTE_WEIGHTS,
} from '#shared/site.ts'
import { SITE_LIMITS } from '#shared/site-rules.ts'
import { FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import { servesItsBackend } from '~/lib/environment'
import { siteFields } from './setting-words'
import { ChoiceCard, FormSection, type SiteFormApi, SiteText } from './site-fields'
import type { SiteLanguage } from './site-languages'

type Props = {
  form: SiteFormApi
  /** Only the texts in this language; undefined: everything. */
  language: SiteLanguage | undefined
}

/** The sign-up policy, and the page's text about it. */
export function SignUpSection({ form, language, invitations }: Props & { invitations: ReactNode }) {
  return (
    <FormSection title={siteForm.sections.signUp} hint={siteForm.sections.signUpHint}>
      {!language && (
        <Choice form={form} field="sign_up" values={SIGN_UP_POLICIES} texts={siteForm.policies}>
          {!servesItsBackend() && (
            <p className="mt-2 max-w-[62ch] text-[13px] text-ink-soft">{siteForm.hostedSignUp}</p>
          )}
        </Choice>
      )}
      {!language && form.watch('sign_up') === 'invited' && invitations}
      <SiteText
        form={form}
        field="sign_up_text"
        language={language}
        limit={SITE_LIMITS.sign_up_text}
        placeholder={language && form.watch('sign_up_text')}
        hint={siteForm.signUpTextHint}
      />
    </FormSection>
  )
}

/** How much new members' recommendations weigh, how many reports hide one, and who reads what is decided. */
export function TrustSection({ form, language }: Props) {
  return (
    <FormSection title={siteForm.sections.trust} hint={siteForm.sections.trustHint}>
      {!language && (
        <>
          <Choice form={form} field="vote_weights" values={VOTE_WEIGHTS} texts={siteForm.weights} />
          <FormField
            label={siteFields.reports_to_hide}
            hint={siteForm.reportsToHideHint}
            error={form.formState.errors.reports_to_hide?.message}
          >
            {(wiring) => (
              <Input
                {...wiring}
                {...form.register('reports_to_hide', { valueAsNumber: true })}
                inputMode="numeric"
                autoComplete="off"
                className="max-w-24"
              />
            )}
          </FormField>
          <Choice form={form} field="submissions" values={SUBMISSIONS} texts={siteForm.submissions} />
          {servesItsBackend() && (
            <>
              <Choice form={form} field="claims" values={CLAIMS} texts={siteForm.claims} />
              <Choice form={form} field="link_checks" values={LINK_CHECKS} texts={siteForm.linkChecks} />
              <Choice form={form} field="numbers" values={NUMBERS} texts={siteForm.numbers} />
            </>
          )}
          <Choice form={form} field="moderation_log" values={MODERATION_LOG} texts={siteForm.moderationLog} />
        </>
      )}
      <SiteText
        form={form}
        field="decision_reasons"
        language={language}
        limit={SITE_LIMITS.decision_reasons}
        placeholder={language && form.watch('decision_reasons')}
        hint={siteForm.decisionReasonsHint}
      />
    </FormSection>
  )
}

type ChoiceProps<Value extends string> = {
  form: SiteFormApi
  field: 'sign_up' | 'vote_weights' | 'moderation_log' | 'submissions' | 'claims' | 'link_checks' | 'numbers'
  values: readonly Value[]
  /** Of each value its name, and what it means. */
  texts: { readonly [value in Value]: readonly string[] }
  children?: ReactNode
}

/** One of several values, each with what it means. */
function Choice<Value extends string>({ form, field, values, texts, children }: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{siteFields[field]}</legend>
      <div className={`grid gap-2 ${values.length % 2 === 0 ? 'sm:grid-cols-2' : 'sm:grid-cols-3'}`}>
        {values.map((value) => {
          const [label, effect] = texts[value]
          return (
            <ChoiceCard key={value} {...form.register(field)} value={value} label={label} effect={effect} />
          )
        })}
      </div>
      {children}
    </fieldset>
  )
}
