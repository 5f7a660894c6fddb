import { t } from '@lingui/core/macro';
import type { ChoiceOf, ChoiceQuestion } from './questions.ts';

type Words<Question extends ChoiceQuestion> = {
  question: string;
  /** What is asked with the choice that needs a day. */
  day?: string;
  choices: Record<ChoiceOf<Question>, string>;
};

/** What is asked, in the order of the page. */
export const questionWords: { [Question in ChoiceQuestion]: Words<Question> } = {
  donation: {
    question: t`Have you given blood before?`,
    day: t`When was the last time?`,
    choices: { never: t`No, never`, before: t`Yes` },
  },
  illness: {
    question: t`Have you been ill lately?`,
    day: t`Since when have you been well?`,
    choices: {
      none: t`No, I am well`,
      now: t`I do not feel well today`,
      over: t`I had a cold, a fever or another infection, and am well again`,
      serious: t`Something more serious or lasting, such as dengue, malaria, typhoid, jaundice, tuberculosis, diabetes or a heart disease`,
    },
  },
  travel: {
    question: t`Have you been in another country, or where malaria is common, in the last 12 months?`,
    choices: { no: t`No`, yes: t`Yes` },
  },
  medicine: {
    question: t`Do you take medicines?`,
    day: t`When did you take the last one?`,
    choices: {
      none: t`No`,
      antibiotic: t`Yes, an antibiotic`,
      over: t`Not any more: I have finished an antibiotic`,
      other: t`Yes, others or several`,
    },
  },
  pregnancy: {
    question: t`Are you pregnant, or have you been lately?`,
    day: t`When did it end?`,
    choices: {
      no: t`No, or this does not concern me`,
      now: t`I am pregnant`,
      over: t`I was pregnant`,
      breastfeeding: t`I am breastfeeding`,
    },
  },
};
