package io.mcpsf.inspect.code.parser;

import java.util.HashMap;
import java.util.Map;

/**
 * What a node of a syntax tree is. The grammars name hundreds of kinds; these are the ones that are
 * asked about, with one name for what means the same in every language.
 */
public enum Kind {
    OTHER(),
    PROGRAM("program", "module"),
    CALL("call_expression", "call"),
    NEW("new_expression"),
    MEMBER("member_expression", "attribute"),
    SUBSCRIPT("subscript_expression", "subscript"),
    NAME(
            "identifier",
            "property_identifier",
            "shorthand_property_identifier",
            "private_property_identifier",
            "statement_identifier"),
    /** A name that takes part of a value apart: {@code {a}} on the left of an assignment. */
    NAME_TAKEN("shorthand_property_identifier_pattern"),
    STRING("string", "template_string", "concatenated_string"),
    STRING_PART("string_fragment", "string_content"),
    ESCAPE("escape_sequence"),
    SUBSTITUTION("template_substitution", "interpolation"),
    IMPORT("import_statement"),
    IMPORT_FROM("import_from_statement"),
    IMPORT_CLAUSE("import_clause"),
    NAMESPACE_IMPORT("namespace_import"),
    IMPORT_SPECIFIER("import_specifier"),
    ALIASED_IMPORT("aliased_import"),
    DOTTED_NAME("dotted_name"),
    /** The word import where it is called. */
    IMPORT_WORD("import"),
    FUNCTION(
            "function_declaration",
            "function_expression",
            "arrow_function",
            "method_definition",
            "generator_function",
            "generator_function_declaration",
            "function_definition",
            "lambda"),
    CLASS("class_declaration", "class", "class_definition"),
    DECLARATION("variable_declarator"),
    ASSIGNMENT(
            "assignment_expression",
            "assignment",
            "augmented_assignment_expression",
            "augmented_assignment",
            "named_expression"),
    FIELD("field_definition", "public_field_definition"),
    FOR("for_in_statement", "for_statement", "for_in_clause"),
    WITH_ITEM("with_item"),
    AS_PATTERN("as_pattern"),
    AS_TARGET("as_pattern_target"),
    OBJECT("object", "dictionary"),
    PAIR("pair"),
    PAIR_TAKEN("pair_pattern"),
    OBJECT_TAKEN("object_pattern"),
    DEFAULT_TAKEN("object_assignment_pattern", "assignment_pattern"),
    REST("rest_pattern", "list_splat_pattern", "dictionary_splat_pattern"),
    ARRAY("array", "list", "tuple", "array_pattern", "pattern_list"),
    BINARY("binary_expression", "binary_operator"),
    TERNARY("ternary_expression", "conditional_expression"),
    PARENTHESES("parenthesized_expression"),
    SEQUENCE("sequence_expression"),
    AWAIT("await_expression", "await"),
    AS("as_expression", "satisfies_expression", "non_null_expression"),
    SPREAD("spread_element", "list_splat", "dictionary_splat"),
    ARGUMENTS("arguments", "argument_list"),
    KEYWORD_ARGUMENT("keyword_argument"),
    PARAMETERS("formal_parameters", "parameters", "lambda_parameters"),
    PARAMETER(
            "required_parameter",
            "optional_parameter",
            "typed_parameter",
            "default_parameter",
            "typed_default_parameter"),
    DECORATED("decorated_definition"),
    DECORATOR("decorator"),
    RETURN("return_statement"),
    IF("if_statement"),
    NUMBER("number", "integer", "float"),
    COMMENT("comment"),
    TRUE("true"),
    ERROR();

    private static final Map<String, Kind> BY_NAME = byName();
    private final String names;

    Kind(String... names) {
        this.names = String.join(" ", names);
    }

    static Kind named(String grammarName) {
        return BY_NAME.getOrDefault(grammarName, OTHER);
    }

    private static Map<String, Kind> byName() {
        Map<String, Kind> all = new HashMap<>();
        for (Kind kind : values()) {
            for (String name : kind.names.split(" ")) {
                all.put(name, kind);
            }
        }
        all.remove("");
        return Map.copyOf(all);
    }
}
