// What a question may be made of. Everything else is refused, whatever it is: a list of what is forbidden would always lack
// something.

/** Functions that read nothing, write nothing, wait for nothing and make no long values of short ones. */
export const allowedFunctions: ReadonlySet<string> = new Set(
  [
    // Aggregates.
    'count sum avg min max bool_and bool_or every stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop',
    'covar_samp regr_count regr_slope regr_intercept regr_r2 percentile_cont percentile_disc mode grouping',
    // Windows.
    'row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value',
    // Numbers.
    'abs ceil ceiling floor round trunc sign mod div power sqrt exp ln log width_bucket gcd lcm cbrt',
    // Texts.
    'lower upper initcap length char_length character_length octet_length substring substr left right trim btrim ltrim',
    'rtrim position strpos split_part like_escape starts_with concat concat_ws reverse replace translate overlay ascii chr md5 like',
    'ilike regexp_match regexp_like similar_to_escape to_char to_number',
    // Days and instants.
    'now statement_timestamp transaction_timestamp date_trunc date_part extract age make_date make_timestamp',
    'make_timestamptz make_interval to_date to_timestamp justify_days justify_hours justify_interval isfinite date_bin',
    'timezone overlaps',
    // Lists.
    'array_length cardinality array_position array_upper array_lower unnest generate_subscripts',
    'string_to_array generate_series',
    // Objects of a column.
    'jsonb_array_length jsonb_typeof jsonb_extract_path jsonb_extract_path_text jsonb_array_elements',
    'jsonb_array_elements_text',
    'num_nulls num_nonnulls',
  ].flatMap((line) => line.split(' ')),
);

export const allowedTypes: ReadonlySet<string> = new Set(
  [
    'text varchar bpchar char bool boolean int2 int4 int8 integer smallint bigint numeric decimal float4 float8',
    'date time timetz timestamp timestamptz interval jsonb uuid',
  ].flatMap((line) => line.split(' ')),
);

/** The nodes of a parsed SELECT. Fields of a node that say something else than nodes are looked at by the walk. */
export const allowedNodes: ReadonlySet<string> = new Set(
  [
    'SelectStmt ResTarget ColumnRef A_Star A_Const String Integer Float Boolean BitString ParamRef A_Expr BoolExpr NullTest',
    'BooleanTest CaseExpr CaseWhen CoalesceExpr MinMaxExpr FuncCall NamedArgExpr TypeCast TypeName SubLink List A_ArrayExpr',
    'A_Indirection A_Indices SQLValueFunction RowExpr GroupingFunc GroupingSet SortBy WindowDef JoinExpr RangeVar',
    'RangeSubselect RangeFunction Alias WithClause CommonTableExpr CollateClause',
  ].flatMap((line) => line.split(' ')),
);

/** The values without parentheses that tell days and instants: the others tell who is connected, and to what. */
export const allowedValues: ReadonlySet<string> = new Set(
  [
    'SVFOP_CURRENT_DATE SVFOP_CURRENT_TIMESTAMP SVFOP_CURRENT_TIMESTAMP_N SVFOP_CURRENT_TIME SVFOP_CURRENT_TIME_N',
    'SVFOP_LOCALTIMESTAMP SVFOP_LOCALTIMESTAMP_N SVFOP_LOCALTIME SVFOP_LOCALTIME_N',
  ].flatMap((line) => line.split(' ')),
);

/** Operators of numbers, texts, days, lists and objects. */
export const allowedOperators: ReadonlySet<string> = new Set(
  '+ - * / % ^ = <> != < <= > >= || ~~ !~~ ~~* !~~* ~ !~ ~* !~* -> ->> #> #>> @> <@ ? ?| ?& && ~~~ !~~~'.split(' '),
);
