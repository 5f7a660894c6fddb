/** The answers that can be chosen, by question; of those in `dated` the day is asked too. */
export const choiceQuestions = {
  donation: { choices: ['never', 'before'], dated: 'before' },
  illness: { choices: ['none', 'now', 'over', 'serious'], dated: 'over' },
  travel: { choices: ['no', 'yes'], dated: undefined },
  medicine: { choices: ['none', 'antibiotic', 'over', 'other'], dated: 'over' },
  pregnancy: { choices: ['no', 'now', 'over', 'breastfeeding'], dated: 'over' },
} as const;
export type ChoiceQuestion = keyof typeof choiceQuestions;
export type ChoiceOf<Question extends ChoiceQuestion> = (typeof choiceQuestions)[Question]['choices'][number];

/** What is asked for as a number: years and kilograms. */
export const numberQuestions = ['age', 'weight'] as const;
export type NumberQuestion = (typeof numberQuestions)[number];

export const choiceNames = Object.keys(choiceQuestions) as ChoiceQuestion[];
