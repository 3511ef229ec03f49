import type { ReactElement } from 'react';
import { useFormats } from '../pieces/use-formats.ts';
import { useTexts } from '../texts/texts.ts';
import type { Option } from './option.ts';

interface OptionGroupProps {
  /** Begins the ids of all options. */
  readonly id: string;
  readonly name: string;
  readonly options: readonly Option[];
  /** Null: there are more. */
  readonly total: number | null;
  readonly active: Option | undefined;
  readonly open: (option: Option) => void;
}

/** What was found of one kind, under its name. */
export const OptionGroup = ({ id, name, options, total, active, open }: OptionGroupProps): ReactElement => {
  const { words } = useTexts();
  const { number } = useFormats();
  return (
    <div role="group" aria-labelledby={`${id}${name}`}>
      <div id={`${id}${name}`} className="finder-kind">
        {name}
        {(total === null || total > options.length) && (
          <span>{words.of(number(options.length), total === null ? '…' : number(total))}</span>
        )}
      </div>
      {options.map((option) => (
        <div
          key={option.path}
          id={`${id}${option.path}`}
          role="option"
          aria-selected={option.path === active?.path}
          className="finder-option"
          // The field keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
          }}
          onClick={() => {
            open(option);
          }}
        >
          <bdi className="clamped">{option.title}</bdi>
          <span className="finder-details">
            {option.details.map((detail) => (
              <bdi key={detail}>{detail}</bdi>
            ))}
          </span>
        </div>
      ))}
    </div>
  );
};
