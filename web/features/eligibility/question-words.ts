import type { ChoiceOf, ChoiceQuestion } from './questions.ts';

type Words<Question extends ChoiceQuestion> = {
  question: string;
  /** What is asked with the choice that needs a day. */
  day?: string;
  choices: Record<ChoiceOf<Question>, string>;
};

/** What is asked, in the order of the page. */
export const questionWords = (): { [Question in ChoiceQuestion]: Words<Question> } => ({
  donation: {
    question: 'Have you given blood before?',
    day: 'When was the last time?',
    choices: { never: 'No, never', before: 'Yes' },
  },
  illness: {
    question: 'Have you been ill lately?',
    day: 'Since when have you been well?',
    choices: {
      none: 'No, I am well',
      now: 'I do not feel well today',
      over: 'I had a cold, a fever or another infection, and am well again',
      serious:
        'Something more serious or lasting, such as dengue, malaria, typhoid, jaundice, tuberculosis, diabetes or a heart disease',
    },
  },
  travel: {
    question: 'Have you been in another country, or where malaria is common, in the last 12 months?',
    choices: { no: 'No', yes: 'Yes' },
  },
  medicine: {
    question: 'Do you take medicines?',
    day: 'When did you take the last one?',
    choices: {
      none: 'No',
      antibiotic: 'Yes, an antibiotic',
      over: 'Not any more: I have finished an antibiotic',
      other: 'Yes, others or several',
    },
  },
  pregnancy: {
    question: 'Are you pregnant, or have you been lately?',
    day: 'When did it end?',
    choices: {
      no: 'No, or this does not concern me',
      now: 'I am pregnant',
      over: 'I was pregnant',
      breastfeeding: 'I am breastfeeding',
    },
  },
});
