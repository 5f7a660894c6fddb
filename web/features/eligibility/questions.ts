/** The choices of each question. `datedChoice` is the choice that also needs a day. */
export const choiceQuestions = {
  donation: { choices: ['never', 'before'], datedChoice: 'before' },
  illness: { choices: ['none', 'now', 'over', 'serious'], datedChoice: 'over' },
  travel: { choices: ['no', 'yes'], datedChoice: undefined },
  medicine: { choices: ['none', 'antibiotic', 'over', 'other'], datedChoice: 'over' },
  pregnancy: { choices: ['no', 'now', 'over', 'breastfeeding'], datedChoice: 'over' },
} as const;
export type ChoiceQuestion = keyof typeof choiceQuestions;
export type ChoiceOf<Question extends ChoiceQuestion> = (typeof choiceQuestions)[Question]['choices'][number];

/** Questions with a number as the answer: age in years, weight in kilograms. */
export const numberQuestions = ['age', 'weight'] as const;
export type NumberQuestion = (typeof numberQuestions)[number];

export const choiceNames = Object.keys(choiceQuestions) as ChoiceQuestion[];
